import { ImageNeed, ImageSetting } from '../../../../knowledge/images';
import { templates } from '../../../facts/carried-pods';
import { ImageUse, dataFolder, imageUses, outlivesPod, mountOf, variableState } from '../../../facts/image-use';
import { Report, Rule } from '../../rule';

/** An entry point that ends at once, since nobody told it what it asks for. */
export const imageSettingMissing: Rule = {
  id: 'AIW2921',
  title: 'entry point lacks a setting that it insists on',
  class: 'broken',
  reason: 'Entry points of databases make no database without a password, or without the word that none is wanted: the container ends with an error at every start.',
  source: 'docker-library/postgres, docker-library/mysql, MariaDB/mariadb-docker docker-entrypoint.sh; bitnami/containers',
  remedy: 'Set one of the variables that the message names, from a Secret. Variables that come from elsewhere (envFrom) are taken to hold it.',
  appliesTo: ['every carrier of pods with one of the known images'],
  but: 'warning where a claim by name may hold a database already, which is not asked about, and at synth: what an app writes may be completed before it is applied',
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      imageUses(pods).forEach(use => checkNeeds(use, facts.isWhole, report));
    }
  },
};

function checkNeeds(use: ImageUse, isWhole: boolean, report: Report): void {
  const { pods, placed, fact, image, major } = use;
  for (const need of fact.needs) {
    if ((major ?? Infinity) >= (need.since ?? 0) && !need.anyOf.some(setting => isSet(use, setting))) {
      const mayExist = need.onlyWhenEmpty && mayHoldDatabase(use);
      report(pods.carrier, {
        field: `${placed.field}.env`,
        message: `Required value: ${fact.title} (${image}) ends with ${JSON.stringify(need.says)} without ${named(need)}`
          + (mayExist ? ', unless its claim holds a database already' : ''),
        help: `set ${need.anyOf[0].variable} from a Secret (valueFrom.secretKeyRef)`,
        class: mayExist || !isWhole ? 'risky' : undefined,
      });
    }
  }
}

function isSet({ placed: { container } }: ImageUse, setting: ImageSetting): boolean {
  const { variable, orFile } = setting;
  const states = [variableState(container, variable), orFile ? variableState(container, `${variable}_FILE`) : 'unset' as const];
  return states.some(state => state === 'unknown' || (state !== 'unset' && counts(setting, state.value)));
}

function counts({ value, isSwitch }: ImageSetting, given: string): boolean {
  return value === undefined || given === value || (isSwitch === true && /^(1|yes|true)$/i.test(given));
}

/** A claim of each pod is empty once; one that somebody names may hold what another pod wrote. */
function mayHoldDatabase(use: ImageUse): boolean {
  const folder = dataFolder(use);
  const mount = folder && mountOf(folder.path, use.mounts);
  return folder === undefined ? use.mounts.some(each => each.kind === 'claim' || each.kind === 'other') : mount !== undefined && mount.kind !== 'template' && (outlivesPod(mount) || mount.kind === 'unknown');
}

function named({ anyOf }: ImageNeed): string {
  const names = anyOf.flatMap(({ variable, value, orFile }) => [value === undefined ? variable : `${variable}=${value}`, ...(orFile ? [`${variable}_FILE`] : [])]);
  return `${names.slice(0, -1).join(', ')} or ${names[names.length - 1]}`;
}
