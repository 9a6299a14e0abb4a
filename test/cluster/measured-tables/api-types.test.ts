import { lifetimeOf, readProto } from '../../../cluster/measured-tables/api-types';

const PROTO = `
// message Comment {
message Pod {
  // optional string notThis = 9;
  optional .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta metadata = 1;

  repeated Container containers = 2;

  map<string, .k8s.io.apimachinery.pkg.api.resource.Quantity> limits = 3;

  optional bool hostIPC = 4;
}

message Container {
  optional string name = 1;
}
`;

test('messages and fields are read from protobuf', () => {
  expect(readProto(PROTO)).toEqual(new Map([['Pod', new Set(['metadata', 'containers', 'limits', 'hostIPC'])], ['Container', new Set(['name'])]]));
});

test('the first minor with a field is found, and the first that has it no more; a type that no minor holds is in all of them', () => {
  const minors = [['a', 'gone'], ['a', 'b', 'short', 'gone'], ['a', 'b']].map(fields => new Map([['Pod', new Set(fields)]]));
  expect(['a', 'b', 'gone', 'short'].map(field => lifetimeOf(minors, 'Pod', field))).toEqual([{ since: 0 }, { since: 1 }, { since: 0, until: 2 }, { since: 1, until: 2 }]);
  expect(lifetimeOf(minors, 'Other', 'a')).toEqual({ since: 0 });
});
