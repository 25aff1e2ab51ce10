/** Heartbeat (12), v0 to v4: a member says that it lives, and hears whether its group is rebalancing. */
import { errorCode } from '#core/protocol/errors.ts';
import { Heartbeat } from '#core/protocol/messages/12-heartbeat.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';

export const heartbeat = serve(Heartbeat, handle);

function handle(
  { groupId, ...identity }: RequestOf<typeof Heartbeat>,
  { services }: RequestContext,
): ResponseInit<typeof Heartbeat> {
  return { errorCode: errorCode(services.groups.heartbeat(groupId, identity)) };
}
