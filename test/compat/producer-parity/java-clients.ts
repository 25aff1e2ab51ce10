/** Releases of kafka-clients, fetched once into the user's cache, and programs that are run with them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
const JAVA = fileURLToPath(new URL('../java/', import.meta.url));

const pom = (release: string): string => `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>compat</groupId>
  <artifactId>kafka-clients-${release}</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka-clients</artifactId><version>${release}</version></dependency>
  </dependencies>
</project>
`;

/** The directory with the jars of a release. Needs Maven the first time. */
function jarsOf(release: string): string {
  const directory = join(CACHE, 'fencepost-compat', `kafka-clients-${release}`);
  const jars = join(directory, 'jars');
  const isFetched = join(directory, 'fetched');
  if (existsSync(isFetched)) return jars;
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'pom.xml'), pom(release));
  const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${jars}`];
  execFileSync('mvn', ['-q', '-B', '-f', join(directory, 'pom.xml'), ...goal], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  writeFileSync(isFetched, '');
  return jars;
}

/** How a source file of test/compat/java is run with a release's jars. */
export function javaCommand(
  release: string,
  source: string,
  args: readonly string[],
): readonly [program: string, ...args: string[]] {
  return ['java', '-cp', `${jarsOf(release)}/*`, join(JAVA, source), ...args];
}

/** Runs a source file of test/compat/java with a release's jars, gives it `input`, and returns what it printed. */
export function runJava(release: string, source: string, args: readonly string[], input = ''): string {
  const [java, ...command] = javaCommand(release, source, args);
  const { status, stdout, stderr } = spawnSync(java, command, {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    timeout: 600_000,
  });
  if (status !== 0) throw new Error(`java ${source} with kafka-clients ${release}: ${stderr.slice(-2000)}`);
  return stdout;
}
