import { asText, isPresent } from '../../../../base/reading';
import { devicesOf, exampleFor } from '../../../../knowledge/device-images';
import { acceleratedPods, madeDevices } from '../../../facts/accelerators';
import { enginesByPods } from '../../../facts/engine-command';
import { Facts } from '../../../facts/facts';
import { deviceImage } from '../../../facts/images';
import { PlacedContainer, PodSet } from '../../../facts/pod-set';
import { Report, Rule } from '../../rule';

/** An image with the libraries of one vendor, on devices of another one. */
export const imageForOtherDevices: Rule = {
  id: 'AIW2915',
  title: 'image is built for devices of another vendor',
  class: 'broken',
  reason: 'An image has the libraries of one vendor, and its program finds no device of another one. Nodes with the devices are found, the pod starts, and vLLM, SGLang or TensorRT-LLM end at once, at each start anew; other programs compute with the processor, beside devices that nobody else gets.',
  source: 'src/knowledge/device-images.ts (what the projects publish); vllm-project/vllm#27268 ("Failed to infer device type"); sglang python/sglang/srt/utils/common.py get_device',
  remedy: 'Name the image that the project publishes for these devices, or ask for devices of the vendor that the image is built for.',
  appliesTo: ['every carrier of pods with one of the known images'],
  but: 'warning where the program also computes with the processor, or another one is started',
  check: (facts, report) => {
    for (const pods of facts.get(acceleratedPods)) {
      pods.containers.forEach(placed => checkContainer(facts, pods, placed, report));
    }
  },
};

function checkContainer(facts: Facts, pods: PodSet, placed: PlacedContainer, report: Report): void {
  const image = asText(placed.container.image);
  const built = deviceImage(image);
  const devices = (built && madeDevices(facts, pods, placed)) ?? [];
  if (!built || devices.length === 0 || devices.some(each => each.vendor === built.vendor)) {
    return;
  }
  const example = exampleFor(built.program, devices.map(each => each.vendor));
  const ends = built.needsDevice && startsProgram(facts, pods, placed);
  report(pods.carrier, {
    field: `${placed.field}.image`,
    message: `Invalid value: ${JSON.stringify(image)}: ${built.program} in it is built for ${devicesOf(built.vendor)}, and the container gets ${devices[0].text}: `
      + (ends ? 'it finds no device and ends' : 'it does not find them'),
    help: example === undefined ? `ask for ${devicesOf(built.vendor)}, or name an image that is built for what the container gets` : `name an image that is built for them: ${example}`,
    class: ends ? undefined : 'risky',
  });
}

/** What the image starts by itself, or an engine; a shell or a script of somebody's own may do anything. */
function startsProgram(facts: Facts, pods: PodSet, placed: PlacedContainer): boolean {
  return !isPresent(placed.container.command) || (facts.get(enginesByPods).get(pods) ?? []).some(each => each.placed === placed);
}
