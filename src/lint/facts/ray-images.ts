import { byRepository, factOf, imageName } from './images';
import { PodSet } from './pod-set';
import { asText } from '../../base/reading';
import { RAY_IMAGES } from '../../knowledge/engines/ray';

/** What the tag of a published image of Ray tells. */
export interface RayImage {
  readonly image: string;
  readonly field: string;
  readonly release: string;
  /** Absent where the tag leaves it to the release. */
  readonly python?: string;
}

const IMAGES = byRepository([RAY_IMAGES]);

/** The first container is Ray's. Source: kuberay ray-operator/controllers/ray/utils/constant.go RayContainerIndex (v1.6.1) */
export function rayImageOf(pods: PodSet): RayImage | undefined {
  const placed = pods.containers[0];
  const image = asText(placed?.container.image);
  const name = imageName(image);
  const match = name && factOf(IMAGES, name.repository) && RAY_IMAGES.tag.exec(name.tag);
  return match ? { image: image!, field: `${placed!.field}.image`, release: match[1], ...(match[2] && { python: `${match[2]}.${match[3]}` }) } : undefined;
}
