/** What the system may hand to the application: packs are ours, files and folders of Kafka can be dropped on its icon. */
const PACK = { ext: 'fence', name: 'Fencepost evidence pack', role: 'Viewer' };
const MAC_DOCUMENTS = [
  { CFBundleTypeName: PACK.name, CFBundleTypeRole: 'Viewer', CFBundleTypeExtensions: [PACK.ext] },
  {
    CFBundleTypeName: 'Kafka log directory',
    CFBundleTypeRole: 'Viewer',
    LSHandlerRank: 'Alternate',
    LSItemContentTypes: ['public.folder'],
  },
  {
    CFBundleTypeName: 'Kafka log file',
    CFBundleTypeRole: 'Viewer',
    LSHandlerRank: 'Alternate',
    LSItemContentTypes: ['public.data'],
  },
];

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
  mac: {
    target: ['dmg', 'zip'],
    category: 'public.app-category.developer-tools',
    extendInfo: { CFBundleDocumentTypes: MAC_DOCUMENTS },
  },
  win: { target: ['nsis', 'zip'], fileAssociations: [PACK] },
  nsis: { oneClick: false, allowToChangeInstallationDirectory: true },
};
