/** What a download from a hub of models is reckoned with, a second: 2 Gbit, below what the Hub gives a node in a cloud on a good day, above what a proxy in between may leave. */
export const HUB_DOWNLOAD = { text: '250Mi', bytes: 250 * 2 ** 20 } as const;
