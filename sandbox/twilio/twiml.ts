const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * The reply texts in a TwiML response (`<Message>`, with or without `<Body>`), in order; none for an empty `<Response/>`.
 */
export function readReplies(twiml: string): string[] {
  return [...twiml.matchAll(/<Message\b[^>]*>([\s\S]*?)<\/Message>/g)]
    .map(([, inner = '']) => /<Body\b[^>]*>([\s\S]*?)<\/Body>/.exec(inner)?.[1] ?? inner)
    .map((text) => unescape(text.replaceAll(/<[^>]*>/g, '')).trim())
    .filter((text) => text !== '');
}

function unescape(text: string): string {
  return text.replaceAll(
    /&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      return entities[name ?? ''] ?? whole;
    },
  );
}
