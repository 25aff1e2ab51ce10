/** Who may import whom: a folder sees itself and what stands on its right. */
const protocolAndBelow = ['core/base', 'core/protocol', 'core/config', 'core/observe'];

export const LAYERS = {
  'core/base': [],
  'core/protocol': ['core/base'],
  'core/config': ['core/base'],
  'core/observe': ['core/base'],
  'core/log': protocolAndBelow,
  'core/inspect': ['core/base', 'core/protocol', 'core/lab-api'],
  'core/coordinator': protocolAndBelow,
  'core/evidence': [...protocolAndBelow, 'core/log', 'core/coordinator', 'core/inspect', 'core/lab-api'],
  'core/broker': [...protocolAndBelow, 'core/log', 'core/coordinator'],
  'core/client': protocolAndBelow,
  'core/lab-api': ['core/base', 'core/observe'],
  'core/platform': ['core/base'],
  'core/lab': [
    ...protocolAndBelow,
    'core/log',
    'core/coordinator',
    'core/broker',
    'core/client',
    'core/inspect',
    'core/evidence',
    'core/lab-api',
  ],
  'core/host': [
    'core/base',
    'core/observe',
    'core/platform',
    'core/broker',
    'core/client',
    'core/config',
    'core/inspect',
    'core/lab',
    'core/lab-api',
  ],
  'core/cli': [
    ...protocolAndBelow,
    'core/platform',
    'core/log',
    'core/broker',
    'core/client',
    'core/inspect',
    'core/evidence',
    'core/lab',
    'core/lab-api',
    'core/host',
  ],
  electron: ['core/host', 'core/lab-api'],
  renderer: ['core/lab-api'],
};

/** Folders that may use Node's own modules. */
export const NODE_FOLDERS = ['core/platform', 'core/host', 'core/cli', 'electron'];
