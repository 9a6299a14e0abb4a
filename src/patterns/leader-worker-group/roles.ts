import { roleContainer } from '../role-props';
import { ResolvedGroupProps } from './engine';
import { BackendKind } from './identity';
import { LeaderWorkerGroupProps } from './props';
import { RoleContainer } from './role-container';
import { WrittenAt, forbidden } from '../../base/errors/invalid-input';
import { plain } from '../../base/plain';
import { Rendezvous } from '../../engines/rendezvous';
import { Attempt } from '../../given/mistakes/collecting';
import { checkContainer } from '../../pod/container/container-checks';
import { checkArguments, checkEnvironment } from '../../pod/container/environment';
import { checkImage } from '../../pod/container/image';
import { CapabilityProfile } from '../../pod/security/security';
import { PodTemplateProps } from '../../pod/template/pod-template-props';

/** The container of a role: the common one with the role's differences laid over it. */
export function roleProps(props: ResolvedGroupProps, role: RoleContainer | undefined): PodTemplateProps {
  return role ? { ...props, container: roleContainer(props.container, role) } : props;
}

/** Where the user wrote what stands in the container of a role: with the role, or in `container`. */
export function writtenAt(role: 'leader' | 'worker', props: LeaderWorkerGroupProps): WrittenAt {
  const { [role]: own = {}, container = {}, engine } = props;
  return ({ field, value }) => {
    const [, property, entry = value] = /^container\.(\w+)(?:\[(.*?)\])?/.exec(field) ?? [];
    const isCommon = property === 'envVariables' || property === 'secretEnv'
      ? !Object.hasOwn(own[property] ?? {}, String(entry)) && (container[property] ?? own[property]) === container[property]
      : own[property as keyof RoleContainer] === undefined;
    const found = isCommon ? field : field.replace(/^container/, role);
    return engine && role === 'leader' ? behindEnginePort(found) : found;
  };
}

/** The port of an engine comes before those of the user. */
function behindEnginePort(field: string): string {
  return field.replace(/(?<=^\w+\.ports\[)[1-9]\d*(?=\])/, index => String(Number(index) - 1));
}

/** sshd's privilege separation needs two capabilities that the published profile drops. A hardened pod has no root that could separate. */
export function withSshd(rendezvous: Rendezvous, props: ResolvedGroupProps): ResolvedGroupProps {
  if (rendezvous._kind !== 'mpi' || props.security?._isHardened) {
    return props;
  }
  const profile = props.container.capabilityProfile;
  const capabilityProfile = profile === CapabilityProfile.RDMA ? CapabilityProfile.SSHD_RDMA : profile ?? CapabilityProfile.SSHD;
  return { ...props, container: { ...props.container, capabilityProfile } };
}

/** Differences that one template, or the framework's own command, cannot carry. */
export function checkRoles(backend: BackendKind, rendezvous: Rendezvous, props: LeaderWorkerGroupProps, reserved: readonly string[]): void {
  for (const role of ['leader', 'worker'] as const) {
    checkRole(role, props[role] ?? {}, new Set(reserved));
    const other = Object.keys(props[role] ?? {}).find(key => key !== 'command' && key !== 'args');
    if (backend === 'singleStatefulSet' && other) {
      throw forbidden(`${role}.${other}`, 'a single StatefulSet has one pod template, so leader and workers differ only in command and args',
        'use LeaderWorkerBackend.statefulSets()');
    }
  }
  const unused = props.worker?.command ? 'command' : props.worker?.args ? 'args' : undefined;
  if (unused && rendezvous._kind === 'ray') {
    throw forbidden(`worker.${unused}`, 'workers of a Ray cluster run `ray start`; the program runs on the leader and reaches them through Ray', 'leave it out');
  }
  if (unused && rendezvous._kind === 'mpi') {
    throw forbidden(`worker.${unused}`, 'workers of an MPI world run sshd, and mpirun on the leader starts the program on them', 'leave it out');
  }
  if (unused && rendezvous._kind === 'tensorflow' && backend === 'singleStatefulSet') {
    throw forbidden(`worker.${unused}`, 'in a single StatefulSet every index runs the same program, which reads its part from TF_CONFIG',
      'leave it out, or use LeaderWorkerBackend.statefulSets()');
  }
}

/** Looks at what the roles have of their own: what their pods will find, told although they are not made. */
export function checkRoleContainers(props: LeaderWorkerGroupProps, attempt: Attempt): void {
  (['leader', 'worker'] as const).forEach(role => attempt(() => props[role] && checkContainer(role, props[role])));
}

/** What is wrong inside a role is reported under the role's own property, since the containers are merged later. */
function checkRole(role: 'leader' | 'worker', given: RoleContainer, reserved: ReadonlySet<string>): void {
  if (given.image !== undefined) {
    checkImage(`${role}.image`, given.image);
  }
  checkArguments(`${role}.command`, given.command);
  checkArguments(`${role}.args`, given.args);
  const variables = Object.entries(given.envVariables ?? {}).map(([name, { value, valueFrom }]) => ({ name, value, valueFrom: plain(valueFrom) }));
  checkEnvironment(`${role}.envVariables`, variables, reserved);
}
