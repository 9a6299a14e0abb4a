import { NEWER_ENGINE, NO_RAY_IN_IMAGE } from './notices';
import { Finding } from '../../base/findings/finding';
import { noticed } from '../../base/findings/notice';
import { IMAGE_WITHOUT_RAY, NEWEST_RELEASE, OLDEST, Release, compareMinor, isAtLeast, publishedImage } from '../../knowledge/engines/vllm-releases';
import { EngineRole } from '../engine-plan';

/** A version that nobody compared the data with. */
export function newerAdvice(release: Release): Finding[] {
  return compareMinor(release, NEWEST_RELEASE) <= 0 ? [] : [{
    ...noticed(NEWER_ENGINE),
    field: 'engine',
    message: `vLLM ${release.text} is newer than ${NEWEST_RELEASE}, the newest version that flags and metrics were checked against (the oldest is ${OLDEST})`,
    help: 'flags and metrics are those of ' + NEWEST_RELEASE + '; read the release notes for what was renamed, or use a newer version of this library',
  }];
}

/** Ray on an image that has none. */
export function rayAdvice(release: Release, role: EngineRole, image: string): Finding[] {
  if (role.kind !== 'leader' || !role.ray || image !== publishedImage(release, 'NVIDIA') || !isAtLeast(release, IMAGE_WITHOUT_RAY)) {
    return [];
  }
  return [{
    ...noticed(NO_RAY_IN_IMAGE),
    field: 'rendezvous',
    message: `Invalid value: "ray": the published image of vLLM has no \`ray\` from 0.19.1 on, so \`ray start\` ends with "command not found" (version ${release.text})`,
    help: 'leave rendezvous out: this version spans nodes by itself; or give an image with Ray',
  }];
}
