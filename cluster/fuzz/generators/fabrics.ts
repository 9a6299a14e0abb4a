import * as fc from 'fast-check';
import { Expressions, Setting, absent, calls, distinctLists, flag, lists, literals, oneOf, rarely, remembered, sometimes, struct } from './combinators';
import { bytes, counts } from './numbers';
import { formed, names } from './texts';
import { EfaFabricOptions, FabricNetwork, GkeRdmaFabricOptions, InfiniBandFabricOptions, RoceFabricOptions, SocketFabricOptions } from '../../../src';

/** The network between pods. */
export const fabric = remembered((setting: Setting): Expressions => {
  return oneOf(
    calls('Fabric.socket', sometimes(struct<SocketFabricOptions>({ interfaceName: sometimes(interfaceName(setting, 'eth0', 'eth1')) }))),
    calls('Fabric.roce', struct<RoceFabricOptions>({ ...devices(setting), gidIndex: sometimes(counts(setting, 0, 7)) })),
    calls('Fabric.infiniBand', struct<InfiniBandFabricOptions>(devices(setting))),
    calls('Fabric.efa', struct<EfaFabricOptions>({
      interfaces: absent(10, counts(setting, 1, 32)), hugePages: sometimes(oneOf(bytes(setting, '5120Mi', '6Gi'), literals(fc.constant('0')))), socketInterface: rarely(interfaceName(setting, 'eth0')), lockMemory: sometimes(flag),
    })),
    calls('Fabric.gkeRdma', sometimes(struct<GkeRdmaFabricOptions>({ networks: sometimes(lists(literals(names(setting, 'rdma-0', 'rdma-1')), 1, 2)), libraryFromNode: sometimes(flag) }))));
});

function devices(setting: Setting) {
  return {
    resource: absent(15, resource(setting)),
    devices: rarely(counts(setting, 1, 8)),
    networks: sometimes(distinctLists(setting, network(setting), [0, 2], 'interfaceName')),
    hcas: sometimes(lists(formed(setting, fc.constantFrom('mlx5_0', 'mlx5_1:1'), fc.constantFrom('', '=mlx5_0', 'mlx5 0', '^ib')), 0, 2)),
    socketInterface: rarely(interfaceName(setting, 'eth0')),
    lockMemory: sometimes(flag),
  };
}

function network(setting: Setting): Expressions {
  return struct<FabricNetwork>({
    name: literals(names(setting, 'rail-0', 'rail-1')),
    namespace: rarely(literals(names(setting, 'networks'))),
    resource: rarely(resource(setting)),
    interfaceName: sometimes(interfaceName(setting, 'rdma0', 'rdma1')),
  });
}

function resource(setting: Setting): Expressions {
  return formed(setting, fc.constantFrom('rdma/hca_shared_devices_a', 'nvidia.com/hostdev', 'rdma/ib'), fc.constantFrom('', 'rdma', 'cpu', 'a/b/c', 'rdma/Ä'));
}

function interfaceName(setting: Setting, ...usual: string[]): Expressions {
  return formed(setting, fc.constantFrom(...usual), fc.constantFrom('', 'net1', 'a b', 'x'.repeat(16), '=eth0'));
}
