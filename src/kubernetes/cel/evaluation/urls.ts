import { CelLibrary, taking } from './signature';
import { hostnameOf, isRequestUri, ParsedUrl, parseUrl, portOf, queryOf } from './url-syntax';
import { CelFailure, Particular, PlainList, PlainMap } from './values';

/* Source: kubernetes staging/src/k8s.io/apiserver/pkg/cel/library/urls.go (v1.36) */

class Url extends Particular {
  public readonly typeName = 'kubernetes.URL';

  constructor(public readonly text: string, public readonly parts: ParsedUrl) {
    super();
  }

  public equals(other: Particular): boolean {
    return other instanceof Url && other.text === this.text;
  }
}

export const URLS: CelLibrary = {
  functions: {
    url: [taking('string')(text => {
      const parts = parseUrl(text);
      if (!parts) {
        throw new CelFailure(`URL parse error during conversion from string: parse ${JSON.stringify(text)}`);
      }
      return new Url(text, parts);
    })],
    isURL: [taking('string')(isRequestUri)],
  },
  methods: {
    getScheme: [taking(Url)(({ parts }) => parts.scheme)],
    getHost: [taking(Url)(({ parts }) => parts.host)],
    getHostname: [taking(Url)(({ parts }) => hostnameOf(parts.host))],
    getPort: [taking(Url)(({ parts }) => portOf(parts.host))],
    getEscapedPath: [taking(Url)(({ parts }) => parts.path)],
    getQuery: [taking(Url)(({ parts }) => new PlainMap([...queryOf(parts.query)].map(([key, values]) => [key, new PlainList(values)])))],
  },
};
