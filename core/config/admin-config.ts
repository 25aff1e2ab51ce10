/** The settings of the admin client, with the defaults of Kafka 4.3. (source: AdminClientConfig) */
import { CLIENT_CONFIG } from './client-config.ts';
import type { ConfigValues } from './config-def.ts';
import { defineConfig } from './config-def.ts';

export const ADMIN_CONFIG = defineConfig({
  ...CLIENT_CONFIG,
  'default.api.timeout.ms': {
    type: 'int',
    default: '60000',
    min: 0,
    about: 'How long a call waits at most, all retries included.',
  },
});

/** The parsed values of `ADMIN_CONFIG`. */
export type AdminConfig = ConfigValues<typeof ADMIN_CONFIG>;
