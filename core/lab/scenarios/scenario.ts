/** What a guided scenario is made of. Each is one file in a chapter's folder; `catalogue.ts` lists them. */
import type { ScenarioVariant } from '#core/lab-api/scenario-views.ts';
import type { ScenarioOutline } from './scenario-outline.ts';
import type { ScenarioStage } from './scenario-stage.ts';

export interface Scenario extends ScenarioOutline {
  /** Does every step. It asserts through events, frames and bytes on disk, never through private state. */
  readonly run: (stage: ScenarioStage) => Promise<void>;
}

/** Clients and broker of today. */
export const TODAY: ScenarioVariant = { profile: '4.x', transactionVersion: 2 };
/** Today's clients under the transaction protocol before KIP-890. */
export const BEFORE_KIP_890: ScenarioVariant = { profile: '4.x', transactionVersion: 1 };
/** Clients of 3.9 on a broker of today: they speak the protocol before KIP-890, whatever the cluster could do. */
export const OLDER_CLIENT: ScenarioVariant = { profile: '3.x', transactionVersion: 2 };

/** Whether client and cluster both speak the transaction protocol of KIP-890. */
export function speaksKip890({ profile, transactionVersion }: ScenarioVariant): boolean {
  return profile === '4.x' && transactionVersion === 2;
}
