import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

export type MailServerBehaviour =
  | 'good'
  | 'refuse'
  | 'busy'
  | 'busyonce'
  | 'stall'
  | 'hangup'
  | 'hanguponce'
  | 'reject'
  | 'swallow'
  | 'mute';

export interface TakenMail {
  from: string;
  to: string;
  raw: string;
}

export interface TestMailServer {
  /** The address for SMTP_URL, with timeouts of 800 ms. */
  url: string;
  taken: TakenMail[];
  connections: () => number;
  close(): Promise<void>;
}

interface ServerManner {
  refusedGreetings?: number;
  isSilent?: boolean;
  refusesLogin?: boolean;
  password?: string;
}

export async function openMailServer(manner: ServerManner = {}): Promise<TestMailServer> {
  const taken: TakenMail[] = [];
  const met = new Set<string>();
  const sockets = new Map<number, Socket>();
  let connections = 0;
  const hangUp = (session: SMTPServerSession) => sockets.get(session.remotePort)?.destroy();

  const server = new SMTPServer({
    authOptional: !manner.refusesLogin && manner.password === undefined,
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    closeTimeout: 1,
    onConnect(_, answer) {
      connections += 1;
      if (manner.isSilent) return;
      answer(connections <= (manner.refusedGreetings ?? 0) ? reply(421, 'Come back later') : null);
    },
    onAuth: ({ password, username }, _session, answer) =>
      manner.password !== undefined && password === manner.password
        ? answer(null, { user: username })
        : answer(reply(535, 'Wrong password')),
    onRcptTo({ address }, session, answer) {
      const mood = moodOf(address);
      const isFirst = !met.has(address);
      met.add(address);
      if (mood === 'stall') return;
      if (mood === 'hangup' || (mood === 'hanguponce' && isFirst)) return void hangUp(session);
      if (mood === 'refuse') return answer(reply(550, 'No such mailbox'));
      if (mood === 'busy' || (mood === 'busyonce' && isFirst)) return answer(reply(451, 'Mailbox busy'));
      answer();
    },
    async onData(stream, session, answer) {
      const content = await buffer(stream).catch(() => undefined);
      if (!content) return;
      const raw = content.toString('latin1');
      const { mailFrom, rcptTo } = session.envelope;
      const to = rcptTo[0]?.address ?? '';
      taken.push({ from: mailFrom ? mailFrom.address : '', to, raw });
      const mood = moodOf(to);
      if (mood === 'swallow') return void hangUp(session);
      if (mood === 'mute') return;
      answer(mood === 'reject' ? reply(554, 'Looks like spam') : null);
    },
  });
  server.on('error', () => {});
  server.server.on('connection', (socket) => sockets.set(socket.remotePort ?? 0, socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const timeouts = 'connectionTimeout=800&greetingTimeout=800&socketTimeout=800&socketCloseTimeout=50';
  return {
    url: `smtp://${manner.refusesLogin ? 'clerk:wrong@' : ''}127.0.0.1:${port}?${timeouts}`,
    taken,
    connections: () => connections,
    async close() {
      for (const socket of sockets.values()) socket.destroy();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}

function moodOf(address: string): MailServerBehaviour {
  return (/^[a-z]+/.exec(address)?.[0] ?? 'good') as MailServerBehaviour;
}

function reply(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

export function readMail({ raw }: TakenMail): { headers: string[]; text: string; attachment: Buffer } {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const headers = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1];
  if (boundary === undefined) return { headers, text: decodePart(raw).toString('utf8'), attachment: Buffer.alloc(0) };
  const [, text = '', attached = ''] = rest.join('\r\n\r\n').split(`--${boundary}`);
  return {
    headers,
    text: decodePart(text).toString('utf8'),
    attachment: decodePart(attached),
  };
}

function decodePart(part: string): Buffer {
  const start = part.indexOf('\r\n\r\n') + 4;
  const body = part.slice(start);
  const encoding = /Content-Transfer-Encoding: (\S+)/i.exec(part.slice(0, start))?.[1];
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const joined = body.replaceAll('=\r\n', '');
  return Buffer.from(
    joined.replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}
