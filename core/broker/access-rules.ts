import type { ErrorName } from '#core/protocol/errors.ts';

/** What every request about access rules is told: there is nobody who would heed them. */
export const NO_AUTHORIZER: ErrorName = 'SECURITY_DISABLED';

/** The enumerations of a filter, as numbers. 0 is "unknown", which no client may send. (source: DescribeAclsRequest) */
export interface AccessFilter {
  readonly resourceTypeFilter: number;
  readonly patternTypeFilter: number;
  readonly operation: number;
  readonly permissionType: number;
}

/** Whether Kafka could read the filter; it answers nothing to one that it cannot. */
export function isReadableFilter(filter: AccessFilter): boolean {
  const { resourceTypeFilter, patternTypeFilter, operation, permissionType } = filter;
  return (
    isWithin(resourceTypeFilter, RESOURCE_TYPE_MAX) &&
    isWithin(patternTypeFilter, PATTERN_TYPE_MAX) &&
    isWithin(operation, OPERATION_MAX) &&
    isWithin(permissionType, PERMISSION_TYPE_MAX)
  );
}

// (source: ResourceType, PatternType, AclOperation, AclPermissionType)
const RESOURCE_TYPE_MAX = 7;
const PATTERN_TYPE_MAX = 4;
const OPERATION_MAX = 15;
const PERMISSION_TYPE_MAX = 3;

function isWithin(value: number, max: number): boolean {
  return value >= 1 && value <= max;
}
