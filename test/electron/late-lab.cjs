/** Loaded before the application: no server of it ever listens, so the lab never starts, and patience is over at once. */
const { Server } = require('node:net');

Server.prototype.listen = function listen() {
  return this;
};
require('./no-patience.cjs');
