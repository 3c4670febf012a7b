import { build } from 'vite'

/** What browsers get, from `src/web` into `dist/web`: the widget as one script, the console as a page with hashed files. */
export async function buildPages(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: 'src/web/widget',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: '../../../dist/web/widget',
      emptyOutDir: true,
      target: 'es2022',
      lib: { entry: 'widget.tsx', formats: ['iife'], name: 'CareOutreachWidget', fileName: () => 'widget.js' },
    },
  })
  await build({
    configFile: false,
    logLevel: 'warn',
    root: 'src/web/console',
    base: '/console/',
    publicDir: false,
    build: {
      outDir: '../../../dist/web/console',
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: {
        // What several pages share is one file: a request for each piece of it would cost more than its bytes.
        output: { codeSplitting: { groups: [{ name: 'shared', test: /src\/web\/console\//, minShareCount: 2 }] } },
        // Ariakit marks its files 'use client', which says nothing to a bundle that is for browsers only.
        onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
      },
    },
  })
}
