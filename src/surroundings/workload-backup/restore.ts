import { WorkloadBackupPlan } from './plan';
import { RestoreStep } from './props';
import { labelsText } from '../texts';

/**
 * Claims must be there with their old volumes before a controller makes pods: a StatefulSet whose claim is missing makes an empty one, and Velero leaves alone
 * what exists.
 *
 * Source: pkg/controller/statefulset/stateful_pod_control.go createPersistentVolumeClaims (v1.36); velero pkg/restore/restore.go, existing resources are skipped (v1.18)
 */
export function restoreSteps({ name, veleroNamespace, namespace, workload, labels }: WorkloadBackupPlan): RestoreStep[] {
  const pods = labelsText(labels);
  const carriers = workload.apiObjects.map(({ kind, name: object }) => `${kind.toLowerCase()}/${object}`);
  return [
    {
      title: 'choose a backup',
      commands: [`velero -n ${veleroNamespace} backup get -l velero.io/schedule-name=${name}`],
      reason: 'Completed ones alone: of a PartiallyFailed one volumes may be missing, velero backup describe --details says which',
    },
    {
      title: 'stop who would make claims and pods',
      commands: [
        '# suspend whatever applies the manifests: the app of Argo CD, the Kustomization of Flux',
        ...(carriers.length > 0 ? [`kubectl -n ${namespace} delete ${carriers.join(' ')} --wait`] : []),
      ],
      reason: 'a controller that finds no claim makes an empty one, and a restore leaves alone what exists',
    },
    {
      title: 'take the claims away that are to be replaced',
      commands: [`kubectl -n ${namespace} get pvc -l ${pods}`, `kubectl -n ${namespace} delete pvc -l ${pods}`],
      reason: 'their volumes go with them where the reclaim policy is Delete: look first; claims without these labels are named by hand',
    },
    {
      title: 'restore the claims, without the pods',
      commands: [`velero -n ${veleroNamespace} restore create --from-backup BACKUP --include-namespaces ${namespace} --exclude-resources pods --wait`],
      reason: 'Velero restores volumes before claims before pods; pods come from the manifests, with the labels of their controllers',
    },
    {
      title: 'look, then start',
      commands: [`kubectl -n ${namespace} get pvc -l ${pods}`, '# resume what applies the manifests'],
      reason: 'claims that bind late stay Pending until their pod is there',
    },
  ];
}

/** Files are written back by a container that Velero adds to restored pods, so these have to come along. Source: velero pkg/restore/actions/pod_volume_restore_action.go (v1.18) */
export function restoreFilesSteps(plan: WorkloadBackupPlan): RestoreStep[] {
  const { namespace, veleroNamespace } = plan;
  return restoreSteps(plan).map(step => step.title !== 'restore the claims, without the pods' ? step : {
    title: 'restore claims and pods',
    commands: [`velero -n ${veleroNamespace} restore create --from-backup BACKUP --include-namespaces ${namespace} --wait`],
    reason: 'files are written back by a container that Velero puts into the restored pods; delete these pods before the manifests are applied again',
  });
}
