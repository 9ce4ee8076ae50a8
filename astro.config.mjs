import { createHash } from 'node:crypto';
import node from '@astrojs/node';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { EARLY_KEYS } from './src/components/shell/early-keys.ts';

/** Just above the largest upload (20 MB); what other addresses accept is decided before (body-limit.server.ts). */
const bodySizeLimit = 21 * 1024 * 1024;

/**
 * Parts of a page's script that are loaded on first use are plain imports. The bundler's own helper waits for their
 * styles, of which there are none (every page carries its stylesheets), and with its lists of files would be a third of what a page may carry.
 * What watches over them comes after the page (src/islands/shell/chunks.ts).
 */
const plainImports = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js'
      ? 'export const __vitePreload = (load) => (self.loadChunk ?? ((one) => one()))(load);'
      : undefined,
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const chunk of Object.values(bundle).filter(({ type }) => type === 'chunk')) {
        chunk.code = chunk.code
          .replace(/^const __vite__mapDeps=.*;\n/, '')
          .replaceAll(/,__vite__mapDeps\(\[[\d,]*\]\)/g, '');
      }
    },
  },
};

/** `client:use`: an island comes to life when a person comes near it (src/islands/shell/on-use.ts). */
const onUse = {
  name: 'client-use',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'use', entrypoint: './src/islands/shell/on-use.ts' }),
  },
};

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware', bodySizeLimit }),
  integrations: [react(), onUse],
  devToolbar: { enabled: false },
  // The session is ours and lives in PostgreSQL (src/lib/access/session/session.server.ts).
  session: false,
  image: { service: { entrypoint: 'astro/assets/services/noop' } },
  // Whether a change comes from our own pages is asked by src/middleware/same-origin.ts, for every content type.
  security: {
    checkOrigin: false,
    // Script and style sources are the hashes of what each page really carries; the framework adds them.
    csp: {
      scriptDirective: { hashes: [`sha256-${createHash('sha256').update(EARLY_KEYS).digest('base64')}`] },
      directives: [
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ],
    },
  },
  server: { port: Number(process.env.PORT ?? 4321), host: process.env.HOST ?? 'localhost' },
  vite: {
    plugins: [plainImports, tailwindcss()],
    // A constant of another file, such as an address, stands in the script itself, not in a file of its own.
    build: { modulePreload: false, rolldownOptions: { optimization: { inlineConst: { mode: 'all' } } } },
  },
});
