/** SyncGroup (14), v0 to v5: the leader brings the assignment of its generation, the others wait for their share of it. */
import { errorCode } from '#core/protocol/errors.ts';
import { SyncGroup } from '#core/protocol/messages/14-sync-group.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';

export const syncGroup = serve(SyncGroup, handle);

async function handle(
  request: RequestOf<typeof SyncGroup>,
  { services }: RequestContext,
): Promise<ResponseInit<typeof SyncGroup>> {
  const { error, protocolType, protocolName, assignment } = await services.groups.sync(request);
  return { errorCode: errorCode(error), protocolType, protocolName, assignment };
}
