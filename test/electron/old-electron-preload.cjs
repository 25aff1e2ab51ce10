/** What `webUtils.getPathForFile` answers was a property of the file itself before Electron 32. */
require('electron').webUtils ??= { getPathForFile: (file) => file.path };
