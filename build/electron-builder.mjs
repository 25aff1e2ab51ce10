/** What goes into the desktop application. */
export default {
  appId: 'dev.fencepost.lab',
  productName: 'Fencepost',
  directories: { output: 'release', buildResources: 'build/resources' },
  files: ['dist/**/*', '!dist/**/*.map', '!dist/.built-from', 'package.json'],
  asar: true,
  // Native addons, and what our child processes run, must be real files.
  asarUnpack: ['**/*.node', 'dist/producer.cjs', 'dist/watchdog.cjs', 'dist/scan.cjs', 'dist/cli.cjs'],
  npmRebuild: false,
  electronLanguages: ['en-US', 'ko'],
  publish: null,
  linux: { target: ['dir'], category: 'Development', executableName: 'fencepost' },
  mac: { target: ['dmg', 'zip'], category: 'public.app-category.developer-tools' },
  win: { target: ['nsis', 'zip'] },
  nsis: { oneClick: false, allowToChangeInstallationDirectory: true },
};
