/** Bytes that are not a request, or a dangerous one (RFC 9112, section 11), by name; each closes its connection. */
export function rawRequests(tag: string, address: string): Readonly<Record<string, string>> {
  const head = `Host: x\r\nX-Forwarded-For: ${address}\r\n`;
  const close = `${head}Connection: close\r\n`;
  return {
    'no HTTP at all': `${tag}\r\n\r\n`,
    'TLS where none is spoken': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'a method that does not exist': `${tag.toUpperCase()} / HTTP/1.1\r\n${close}\r\n`,
    'a version that does not exist': `GET /${tag} HTTP/9.9\r\n${close}\r\n`,
    'no host': `GET /api/version HTTP/1.1\r\nConnection: close\r\n\r\n`,
    'a header without an end': `GET /api/version HTTP/1.1\r\n${close}${tag}\r\n\r\n`,
    'a header with a NUL': `GET /api/version HTTP/1.1\r\n${close}X-A: ${tag}\0\r\n\r\n`,
    'headers that are too large': `GET /api/version HTTP/1.1\r\n${close}X-A: ${tag.repeat(4000)}\r\n\r\n`,
    'an address that is too long': `GET /${tag.repeat(4000)} HTTP/1.1\r\n${close}\r\n`,
    'an address that cannot be decoded': `GET /api/%zz${tag} HTTP/1.1\r\n${close}\r\n`,
    'two lengths': `POST /api/login HTTP/1.1\r\n${close}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    'a length and chunks': `POST /api/login HTTP/1.1\r\n${close}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    'a negative length': `POST /api/login HTTP/1.1\r\n${close}Content-Length: -1\r\n\r\n${tag}`,
    'chunks of no size': `POST /api/login HTTP/1.1\r\n${close}Transfer-Encoding: chunked\r\n\r\n${tag}\r\n`,
    'a coding that does not exist': `POST /api/login HTTP/1.1\r\n${close}Transfer-Encoding: ${tag}\r\n\r\n`,
    'another protocol, please': `GET /api/version HTTP/1.1\r\n${head}Connection: Upgrade, close\r\nUpgrade: ${tag}\r\n\r\n`,
    'a tunnel, please': `CONNECT ${tag}:443 HTTP/1.1\r\n${close}\r\n`,
    'expecting what does not exist': `POST /api/login HTTP/1.1\r\n${close}Expect: ${tag}\r\nContent-Length: 2\r\n\r\n{}`,
  };
}
