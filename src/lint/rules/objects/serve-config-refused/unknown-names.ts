import { FindingClass } from '../../../../base/findings/finding';
import { PlainObject } from '../../../../base/plain';
import { asList, asObject, ownValue } from '../../../../base/reading';
import { mistypedName } from '../../../../base/text/nearest-name';
import { SERVE_CONFIG, SERVE_ENDED, ServeMap } from '../../../../knowledge/ray-serve';
import { podSetsOf } from '../../../facts/carried-pods';
import { Facts } from '../../../facts/facts';
import { rayImageOf } from '../../../facts/ray-images';
import { ServeConfig } from '../../../facts/serve-configs';

interface Unknown {
  readonly message: string;
  readonly class?: FindingClass;
  readonly help: string;
}

/** Names that Ray Serve passes over, and those that it refuses. */
export function unknownNames(facts: Facts, { object, content }: ServeConfig): Unknown[] {
  const [head] = podSetsOf(facts, object);
  return namesIn(content, SERVE_CONFIG, '', rayImageOf(head)?.release);
}

function namesIn(value: PlainObject, known: ServeMap, path: string, release: string | undefined): Unknown[] {
  return Object.keys(value).flatMap(name => {
    const at = path === '' ? name : `${path}.${name}`;
    const inner = ownValue(known.maps, name);
    if (inner) {
      return Array.isArray(value[name]) ? asList(value[name]).flatMap((each, index) => namesIn(each, inner, `${at}[${index}]`, release)) : namesIn(asObject(value[name]), inner, at, release);
    }
    return known.names.has(name) ? endedName(name, at, release) : [unknownName(name, known, at)];
  });
}

function unknownName(name: string, { names, isClosed }: ServeMap, at: string): Unknown {
  const meant = mistypedName(name, names);
  return {
    message: `Unknown field: ${at}: Ray Serve ${isClosed ? 'refuses' : 'passes over'} it`,
    class: isClosed ? 'broken' : meant === undefined ? 'advice' : 'risky',
    help: meant === undefined ? 'leave it out; options of the code are args of the application or user_config of the deployment' : `write ${meant}`,
  };
}

/** A release that its image does not tell may have it. */
function endedName(name: string, at: string, release = '0.0'): Unknown[] {
  const ended = ownValue(SERVE_ENDED, name);
  return ended && Number(/^2\.(\d+)\./.exec(release)?.[1]) >= ended.from
    ? [{ message: `Unknown field: ${at}: Ray ${release} passes over it`, class: 'risky', help: `write ${ended.instead}` }] : [];
}
