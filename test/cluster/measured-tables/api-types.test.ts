import { firstWith, readProto } from '../../../cluster/measured-tables/api-types';

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

test('the first minor with a field is found; a type that no minor holds is in all of them', () => {
  const minors = [new Map([['Pod', new Set(['a'])]]), new Map([['Pod', new Set(['a', 'b'])]])];
  expect([firstWith(minors, 'Pod', 'a'), firstWith(minors, 'Pod', 'b'), firstWith(minors, 'Other', 'a')]).toEqual([0, 1, 0]);
});
