/** ListPartitionReassignments (46), v0: none is ever under way on one node. */
import { ListPartitionReassignments } from '#core/protocol/messages/46-list-partition-reassignments.ts';
import { serve } from '../handler.ts';

export const listPartitionReassignments = serve(ListPartitionReassignments, () => ({
  errorCode: 0,
  errorMessage: null,
  topics: [],
}));
