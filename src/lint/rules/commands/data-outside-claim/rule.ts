import { Complaint } from '../../../../kubernetes/complaint';
import { templates } from '../../../facts/carried-pods';
import { ImageMount, ImageUse, KnownFolder, dataFolder, imageUses, isClaim, isInside, outlivesPod, mountOf } from '../../../facts/image-use';
import { Rule } from '../../rule';

/** A database beside its claim. */
export const dataOutsideClaim: Rule = {
  id: 'AIW2922',
  title: 'claim does not hold the data of its program',
  class: 'risky',
  reason: 'A program writes to the folder of its image. A claim that is mounted elsewhere stays empty, and one that is mounted above a VOLUME of the image is covered by an empty volume of the runtime: the data is gone with the container.',
  source: 'Dockerfiles of the images (VOLUME, PGDATA); containerd internal/cri/server/container_create.go volumeMounts: only a mount on exactly the same path replaces a VOLUME; docker-library/postgres#1259',
  remedy: 'Mount the claim on the folder that the message names. PostgreSQL makes its database in an empty folder only: up to 17 set PGDATA to a folder below the mount.',
  appliesTo: ['every carrier of pods with one of the known images'],
  but: 'error in files where the program refuses to start with the mount; info where a claim by name may hold a database, or lie on a file system without lost+found',
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      for (const use of imageUses(pods)) {
        const folder = dataFolder(use);
        const complaint = folder && (refused(use, folder, facts.isWhole) ?? covered(use, folder) ?? elsewhere(use, folder) ?? notEmpty(use, folder));
        if (complaint) {
          report(pods.carrier, complaint);
        }
      }
    }
  },
};

function refused({ image, mounts, fact }: ImageUse, folder: KnownFolder, isWhole: boolean): Complaint | undefined {
  const mount = folder.isMoved ? undefined : mounts.find(each => each.path === folder.fact.refusedMount);
  return mount && {
    field: mount.field,
    message: `Invalid value: ${JSON.stringify(mount.path)}: ${image} keeps its data in ${folder.path}, and ends with an error when a volume is mounted on ${mount.path}, where older versions kept it`,
    help: `mount it on ${folder.fact.volumes[0]}; ${fact.title} makes the folder of its version below`,
    class: isWhole ? 'broken' : 'risky',
  };
}

/** A mount above a VOLUME: the runtime mounts an empty volume over it. */
function covered(use: ImageUse, folder: KnownFolder): Complaint | undefined {
  const mount = mountOf(folder.path, use.mounts);
  const isOver = (volume: string) => mount !== undefined && volume !== mount.path && isInside(volume, mount.path);
  const volume = folder.fact.volumes.find(each => isInside(folder.path, each) && isOver(each));
  return mount && volume !== undefined && outlivesPod(mount) ? {
    field: mount.field,
    message: `Invalid value: ${JSON.stringify(mount.path)}: ${use.image} keeps its data in ${folder.path}, and ${volume} is a VOLUME of the image: containerd puts an empty volume there, over ${JSON.stringify(mount.volume)}, and deletes it with the container`,
    help: remedy(use, folder, volume),
  } : undefined;
}

/** Files of settings may name another folder, and a mount of any kind on the data folder was meant. A folder of the host (a time zone, a socket) is there for something else. */
function elsewhere(use: ImageUse, folder: KnownFolder): Complaint | undefined {
  const kept = use.mounts.filter(mount => isClaim(mount) && outlivesPod(mount));
  const mayBeMoved = use.mounts.some(({ kind, path }) => kind === 'unknown' || (kind === 'configuration' && !path.startsWith('/docker-entrypoint')));
  if (kept.length === 0 || mayBeMoved || mountOf(folder.path, use.mounts) !== undefined) {
    return undefined;
  }
  return {
    field: kept[0].field,
    message: `Invalid value: ${JSON.stringify(kept[0].path)}: ${use.image} keeps its data in ${folder.path}, which is on no volume: it goes with the container, and nothing of it is in ${JSON.stringify(kept[0].volume)}`,
    help: remedy(use, folder, folder.fact.volumes.find(each => isInside(folder.path, each)) ?? folder.path),
  };
}

/** A fresh ext4 volume holds lost+found. */
function notEmpty({ fact, image, mounts }: ImageUse, folder: KnownFolder): Complaint | undefined {
  const mount = mountOf(folder.path, mounts);
  const isItself = mount !== undefined && mount.path === folder.path && outlivesPod(mount) && !mount.hasSubPath;
  return fact.wantsEmptyFolder && isItself ? {
    field: mount.field,
    message: `Invalid value: ${JSON.stringify(mount.path)}: ${image} makes its database in an empty folder only, and a fresh ext4 volume holds lost+found`,
    help: `${below(fact.dataVariable!, mount)}, or mount with subPath`,
    class: mount.kind === 'template' ? 'risky' : 'advice',
  } : undefined;
}

function remedy({ fact }: ImageUse, folder: KnownFolder, path: string): string {
  const isBelow = fact.wantsEmptyFolder && folder.path === path;
  return `mount the claim on ${path}${isBelow ? `, and ${below(fact.dataVariable!, { path })}: a fresh ext4 volume is not empty` : ''}`;
}

function below(variable: string, { path }: Pick<ImageMount, 'path'>): string {
  return `set ${variable} to a folder below it: ${path}/pgdata`;
}
