import type { FastifyInstance } from 'fastify';
import type { SiteRenderer } from '#contract/site.ts';
import { rootFolder } from '../../program-files.ts';
import { officeShell, type WebBuild } from './web-build.ts';

const SITE_ENTRY = '/web/site/hydrate.tsx';
const OFFICE_ENTRY = '/web/office/main.tsx';
const SIGN_IN_ENTRY = '/web/office/sign-in-program.tsx';
const GATE_ENTRY = '/web/gate/main.tsx';

/** Matches addresses that the server itself answers; Vite answers the others. */
const OURS = /^\/(api|images|fonts|healthz|readyz)(\/|$)/;

const DEV_HEAD = `<script type="module">import RefreshRuntime from '/@react-refresh';RefreshRuntime.injectIntoGlobalHook(window);window.$RefreshReg$=()=>{};window.$RefreshSig$=()=>(type)=>type;</script><script type="module" src="/@vite/client"></script>`;

export async function serveDevelopmentWeb(fastify: FastifyInstance): Promise<WebBuild> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: rootFolder,
    server: { middlewareMode: true, hmr: { server: fastify.server } },
    appType: 'custom',
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    if (OURS.test(request.url)) return done();
    vite.middlewares(request.raw, reply.raw, () => done());
  });
  fastify.addHook('onClose', () => vite.close());
  return {
    renderer: async () => {
      const loaded = await vite.ssrLoadModule('/web/site/render.tsx');
      return loaded.site as SiteRenderer;
    },
    siteAssets: { script: SITE_ENTRY, preloads: {}, devHead: DEV_HEAD },
    officeShell: officeShell({ script: OFFICE_ENTRY, devHead: DEV_HEAD }),
    signInShell: officeShell({ script: SIGN_IN_ENTRY, devHead: DEV_HEAD }),
    siteWorker: undefined,
    gate: { script: GATE_ENTRY, styleSheets: [], preloads: [], later: [], worker: undefined, devHead: DEV_HEAD },
    isProduction: false,
  };
}
