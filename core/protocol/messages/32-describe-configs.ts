/**
 * DescribeConfigs (32): settings of topics, brokers and groups, with where each value comes from.
 */
import { defineApi } from '../schema/api.ts';
import { array, bool, int8, int16, int32, string, struct } from '../schema/field.ts';

export const DescribeConfigs = defineApi({
  key: 32,
  name: 'DescribeConfigs',
  versions: [1, 4],
  flexibleSince: 4,
  request: struct({
    resources: array(
      struct({
        resourceType: int8(),
        resourceName: string(),
        configurationKeys: array(string(), { nullable: true }),
      }),
    ),
    includeSynonyms: bool({ default: false }),
    includeDocumentation: bool({ since: 3, default: false }),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0 }),
    results: array(
      struct({
        errorCode: int16(),
        errorMessage: string({ nullable: true }),
        resourceType: int8(),
        resourceName: string(),
        configs: array(
          struct({
            name: string(),
            value: string({ nullable: true }),
            readOnly: bool(),
            configSource: int8({ default: -1, ignorable: true }),
            isSensitive: bool(),
            synonyms: array(
              struct({
                name: string(),
                value: string({ nullable: true }),
                source: int8(),
              }),
              { ignorable: true },
            ),
            configType: int8({ since: 3, default: 0, ignorable: true }),
            documentation: string({ since: 3, nullable: true, ignorable: true }),
          }),
        ),
      }),
    ),
  }),
});
