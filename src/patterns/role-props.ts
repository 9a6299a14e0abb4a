import { RoleContainer } from './leader-worker-group/role-container';
import { WrittenAt } from '../base/errors/invalid-input';
import { ContainerSpec } from '../pod/container/container';
import { Accelerator } from '../pod/devices/accelerator';
import { Fabric } from '../pod/network/fabric';
import { PodTemplateProps } from '../pod/template/pod-template-props';

/** What the pods of one role have differently from those of the others. */
export interface RoleDifferences {
  readonly container?: RoleContainer;
  readonly accelerator?: Accelerator;
  readonly fabric?: Fabric;
  readonly nodeLabels?: { [key: string]: string };
  readonly priorityClassName?: string;
}

/** The common container with that of a role laid over it: what is undefined says nothing, maps of the environment are merged, everything else is replaced. */
export function roleContainer(common: ContainerSpec, role: RoleContainer): ContainerSpec {
  const given = Object.fromEntries(Object.entries(role).filter(([, value]) => value !== undefined)) as RoleContainer;
  return {
    ...common,
    ...given,
    image: given.image ?? common.image,
    envVariables: { ...common.envVariables, ...given.envVariables } as ContainerSpec['envVariables'],
    secretEnv: { ...common.secretEnv, ...given.secretEnv },
  };
}

/** The common properties with those of the role laid over them: maps of the environment and of nodes are merged, everything else is replaced. */
export function withRole<Props extends PodTemplateProps>(
  props: Props, role: RoleDifferences, accelerator: Accelerator | undefined, holdsDevices: boolean): Props {
  // Devices of a network are on the nodes with accelerators; a name of an interface holds everywhere.
  const common = props.fabric?._hasDevices && !holdsDevices ? undefined : props.fabric;
  return {
    ...props,
    container: role.container ? roleContainer(props.container, role.container) : props.container,
    accelerator: role.accelerator ?? accelerator,
    fabric: role.fabric ?? common,
    nodeLabels: role.nodeLabels ? { ...props.nodeLabels, ...role.nodeLabels } : props.nodeLabels,
    priorityClassName: role.priorityClassName ?? props.priorityClassName,
  };
}

/** Where the user wrote what stands in the pod of a role: in the role's own property, `at`, or in the common one. */
export function writtenAtRole(at: string, { container, ...own }: RoleDifferences): WrittenAt {
  return ({ field, value }) => {
    const [, first, property, entry = value] = /^(\w+)(?:\.(\w+)(?:\[(.*?)\])?)?/.exec(field) ?? [];
    if (first !== 'container') {
      return (own as { readonly [key: string]: unknown })[first] === undefined ? field : `${at}.${field}`;
    }
    const of = (container as { readonly [key: string]: unknown } | undefined)?.[property];
    const isOwn = property === 'envVariables' || property === 'secretEnv' ? Object.hasOwn(of ?? {}, String(entry)) : of !== undefined;
    return isOwn ? `${at}.${field}` : field;
  };
}
