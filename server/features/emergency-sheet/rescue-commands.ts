import path from 'node:path';
import { type DescribedMarket, OWNER } from './describe-for-sheet.ts';
import type { Installation } from './find-installation.ts';

/** The steps on a new machine, each with the commands to type. */
const rescueSteps = ['install', 'keys', 'environment', 'restore', 'verify', 'start'] as const;
export type RescueStep = (typeof rescueSteps)[number];
export type Rescue = readonly { step: RescueStep; lines: readonly string[] }[];

const PACKAGES = 'apt-get update && apt-get install -y --no-install-recommends ca-certificates curl git npm libatomic1';

/** Returns the commands that restore this market on a bare machine, in the form of this installation. */
export function listRescue({ facts, installation }: DescribedMarket): Rescue {
  const source = facts.source === '' ? 'ADDRESS' : facts.source;
  const copy = facts.bucket === '' ? 'FILE' : facts.bucket;
  const settings = listSettings({ facts, installation });
  const { data } = facts;
  switch (installation.form) {
    case 'service':
      return rescueService(installation, { source, copy, settings, data });
    case 'container':
      return rescueContainer({ source, copy, settings });
    default:
      return rescueFolder(installation.program, { source, copy, settings, data });
  }
}

interface Parts {
  source: string;
  copy: string;
  settings: readonly string[];
  data: string;
}

function rescueService(installation: Extract<Installation, { form: 'service' }>, parts: Parts): Rescue {
  const { program, account, environmentFile } = installation;
  const { source, copy, settings, data } = parts;
  const home = path.dirname(program);
  return [
    {
      step: 'install',
      lines: [
        PACKAGES,
        `useradd --system --create-home --home-dir ${home} ${account}`,
        `git clone ${source} /tmp/pola && cp /tmp/pola/deploy/install.sh ${home}/`,
        `cd ${home} && runuser -u ${account} -- env HOME=${home} sh install.sh ${source} ${home}`,
        `cp ${program}/deploy/pola.service /etc/systemd/system/`,
      ],
    },
    { step: 'keys', lines: keyLines(data, account) },
    { step: 'environment', lines: [`install -m 600 /dev/null ${environmentFile}`, ...settings] },
    {
      step: 'restore',
      lines: [
        `pola() { runuser -u ${account} -- env HOME=${home} sh -c 'set -a; eval "$(cat <&3)"; cd ${program}; "$@"' sh "$@" 3< ${environmentFile}; }`,
        `pola npm run restore -- ${copy}`,
      ],
    },
    { step: 'verify', lines: ['pola npm run verify-books'] },
    { step: 'start', lines: ['systemctl enable --now pola'] },
  ];
}

function rescueFolder(program: string, { source, copy, settings, data }: Parts): Rescue {
  const folder = path.dirname(program);
  return [
    {
      step: 'install',
      lines: [PACKAGES, `git clone ${source} /tmp/pola && sh /tmp/pola/deploy/install.sh ${source} ${folder}`],
    },
    { step: 'keys', lines: keyLines(data) },
    { step: 'environment', lines: settings.map((setting) => `export ${setting}`) },
    { step: 'restore', lines: [`cd ${program}`, `npm run restore -- ${copy}`] },
    { step: 'verify', lines: ['npm run verify-books'] },
    { step: 'start', lines: ['npm start'] },
  ];
}

function keyLines(data: string, account?: string): string[] {
  const files = `${data}/audit-key ${data}/token-secret`;
  const owner = account === undefined ? [] : [`chown -R ${account}: ${data}`];
  return [`mkdir -p ${data}`, `chmod 600 ${files}`, ...owner];
}

const COMPOSE = 'docker-compose -f deploy/compose.yaml --profile embedded';

function rescueContainer({ source, copy, settings }: Omit<Parts, 'data'>): Rescue {
  return [
    {
      step: 'install',
      lines: [
        'apt-get install -y git podman iptables && apt-get install -y --no-install-recommends docker-compose',
        'systemctl enable --now podman.socket && export DOCKER_HOST=unix:///run/podman/podman.sock',
        `git clone ${source} pola && cd pola && podman build --format docker -t pola -f deploy/Containerfile .`,
      ],
    },
    {
      step: 'keys',
      lines: ['podman volume create deploy_data && podman volume inspect deploy_data', 'chown 10001: FILES'],
    },
    { step: 'environment', lines: ['deploy/pola.env:', ...settings] },
    { step: 'restore', lines: [`${COMPOSE} run --rm pola node scripts/restore.ts ${copy}`] },
    { step: 'verify', lines: [`${COMPOSE} run --rm pola node scripts/verify-books.ts`] },
    { step: 'start', lines: [`${COMPOSE} up -d`] },
  ];
}

const BLANK = '____________';

/** Returns the variables of the server. Secrets and what this server does not know are blanks. */
function listSettings({ facts, installation }: DescribedMarket): string[] {
  const known = (name: string, value: string) => (value === '' ? [] : [`${name}=${value}`]);
  const isElsewhere = facts.service !== '';
  const [endpoint = '', ...others] = facts.service.split(', ');
  return [
    ...(installation.form === 'container' ? [] : known('DATA_DIR', facts.data)),
    ...(facts.database.startsWith('PostgreSQL') ? [`DATABASE_URL=${BLANK}`] : []),
    ...(facts.database.includes(`, ${OWNER} `) ? [`DATABASE_OWNER_URL=${BLANK}`] : []),
    ...known('PUBLIC_URL', facts.address),
    ...known('BACKUP_BUCKET', facts.bucket),
    ...known('BACKUP_RECIPIENTS', facts.recipients.replaceAll(' ', '')),
    ...known('BACKUP_ENDPOINT', endpoint),
    ...others,
    ...(isElsewhere
      ? [`BACKUP_ACCESS_KEY=${BLANK}`, `BACKUP_SECRET_KEY=${BLANK}`, `BACKUP_IDENTITY_FILE=${BLANK}`]
      : []),
  ];
}
