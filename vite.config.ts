import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * Two builds from one source: what browsers load (build/client) and the renderer of the public pages (build/server),
 * which the server loads. `npm run build` makes both.
 */
export default defineConfig(({ command }) => ({
  plugins: [react()],
  appType: 'custom',
  publicDir: 'web/public',
  resolve: { dedupe: ['react', 'react-dom'] },
  optimizeDeps: { entries: ['web/**/*.{ts,tsx}'] },
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'build/client',
        manifest: true,
        rolldownOptions: {
          input: {
            site: 'web/site/hydrate.tsx',
            office: 'web/office/main.tsx',
            gate: 'web/gate/main.tsx',
            'gate-worker': 'web/gate/worker.ts',
            'site-worker': 'web/site/offline/worker.ts',
          },
          // Browsers know a service worker by its address, so that must stay; the server adds the version (serve-app.ts).
          output: {
            banner: withoutEval,
            entryFileNames: ({ name }) => (name.endsWith('-worker') ? '[name].js' : 'assets/[name]-[hash].js'),
          },
        },
      },
    },
    ssr: {
      // React is bundled in as its production build, whatever NODE_ENV the server runs with: the other is four times slower.
      ...(command === 'build' && {
        resolve: { noExternal: true as const },
        define: { 'process.env.NODE_ENV': '"production"' },
      }),
      build: {
        outDir: 'build/server',
        emptyOutDir: true,
        copyPublicDir: false,
        cssMinify: true,
        rolldownOptions: { input: { render: 'web/site/render.tsx' } },
      },
    },
  },
}));

/**
 * The schema library tries whether it may compile its checks, which the policy of our pages stops and reports, so that a
 * report would no longer tell of an attack. Said at the head of the file it is in, before any schema is made.
 */
function withoutEval({ moduleIds }: { moduleIds: string[] }): string {
  return moduleIds.some((id) => id.includes('/node_modules/zod/'))
    ? 'globalThis.__zod_globalConfig = { jitless: true };'
    : '';
}
