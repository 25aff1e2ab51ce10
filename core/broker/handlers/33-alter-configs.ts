/** AlterConfigs (33), v0 to v2: replaces all settings of a topic, of the broker or of a group by those given. */
import { AlterConfigs } from '#core/protocol/messages/33-alter-configs.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { ConfigChange } from '../config-resources.ts';
import { answerOf, ConfigChanges, repeatedKey } from '../config-resources.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';

type AlterRequest = RequestOf<typeof AlterConfigs>;

export const alterConfigs = serve(AlterConfigs, handle);

function handle(
  { resources, validateOnly }: AlterRequest,
  { services }: RequestContext,
): ResponseInit<typeof AlterConfigs> {
  const changes = new ConfigChanges(services);
  const responses = resources.map((resource) =>
    answerOf(resource, changes.add(resource, replaceBy(resource.configs))),
  );
  if (!validateOnly) changes.make();
  return { responses };
}

function replaceBy(configs: AlterRequest['resources'][number]['configs']): ConfigChange {
  return () => {
    const repeated = repeatedKey(configs);
    if (repeated !== undefined) return { problem: repeated };
    const texts: [key: string, value: string][] = [];
    for (const { name, value } of configs) {
      if (value === null) {
        const message = `Null value not supported for : ${name}`;
        return { problem: { error: 'INVALID_REQUEST', message } };
      }
      texts.push([name, value]);
    }
    return { texts: Object.fromEntries(texts) };
  };
}
