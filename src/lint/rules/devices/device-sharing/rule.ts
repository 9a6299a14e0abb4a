import { asObject, asText } from '../../../../base/reading';
import { NVIDIA_DRIVER } from '../../../../knowledge/drivers';
import { SLICED_MIG, MIG_HELP, isSlicedMig } from '../../../../knowledge/mig';
import { DeviceKind } from '../../../../kubernetes/cel/values';
import { Manifest } from '../../../../kubernetes/manifest';
import { PlacedSetting, RESOURCE_GROUP, claimsIn, expressionsOf, kindOfSelection, kindOfSelectors, selectionsOf, settingsOf } from '../../../facts/device-claims';
import { Report, Rule } from '../../rule';

/** Settings that the driver of the devices refuses when a pod starts. */
export const deviceSharing: Rule = {
  id: 'AIW2504',
  title: 'sharing setting that the device driver refuses',
  class: 'broken',
  reason: 'MIG devices know no time slicing, and a setting for whole GPUs does not apply to them; the pod stays in ContainerCreating.',
  source: 'kubernetes-sigs/dra-driver-nvidia-gpu api/nvidia.com/resource/v1beta1/sharing.go, cmd/gpu-kubelet-plugin/device_state.go',
  remedy: 'Share a MIG device with MPS or not at all; use the kind MigDeviceConfig for MIG devices and GpuConfig for whole GPUs.',
  appliesTo: ['ResourceClaim', 'ResourceClaimTemplate', 'DeviceClass'],
  check: (facts, report) => {
    for (const claim of claimsIn(facts)) {
      const kinds = selectionsOf(claim).map(placed => ({ name: placed.name, kind: kindOfSelection(facts, placed) }));
      for (const setting of settingsOf(asObject(claim.spec.devices).config, `${claim.field}.devices`)) {
        const concerned = kinds.filter(({ name }) => setting.requests.length === 0 || setting.requests.some(each => name === each || name.startsWith(`${each}/`)));
        // A setting for all requests may be meant for some: the driver picks those that it fits.
        const migs = concerned.filter(({ kind }) => isMig(kind));
        checkSetting(claim.object, setting, migs.length > 0 && (setting.requests.length > 0 || migs.length === concerned.length), report);
      }
    }
    for (const object of facts.ofType(`${RESOURCE_GROUP}/DeviceClass`)) {
      const field = 'spec';
      const kind = kindOfSelectors(expressionsOf(object.spec.selectors, field).map(each => each.expression));
      settingsOf(object.spec.config, field).forEach(setting => checkSetting(object, setting, isMig(kind), report));
    }
  },
};

function isMig({ driver, deviceType }: DeviceKind): boolean {
  return driver === NVIDIA_DRIVER && deviceType === 'mig';
}

function checkSetting(object: Manifest, { opaque, field }: PlacedSetting, forMig: boolean, report: Report): void {
  const parameters = asObject(opaque.parameters);
  if (asText(opaque.driver) !== NVIDIA_DRIVER) {
    return;
  }
  const sharing = asObject(parameters.sharing);
  const isSliced = sharing.strategy === 'TimeSlicing' || sharing.timeSlicingConfig !== undefined;
  if (isSlicedMig(parameters) || (forMig && isSliced)) {
    report(object, { field: `${field}.opaque.parameters.sharing`, message: `Invalid value: "TimeSlicing": ${SLICED_MIG}`, help: MIG_HELP });
  } else if (forMig && parameters.kind === 'GpuConfig') {
    report(object, {
      field: `${field}.opaque.parameters.kind`,
      message: 'Invalid value: "GpuConfig": the devices are MIG devices, to which the driver does not apply it',
      help: 'use the kind MigDeviceConfig',
    });
  }
}
