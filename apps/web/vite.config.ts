import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, loadEnv, type ProxyOptions } from 'vite'
import { firstPageChunk } from './vite/chunks.ts'
import { chunkCyclesPlugin } from './vite/chunk-cycles-plugin.ts'
import { firstPagePlugin } from './vite/first-page-plugin.ts'
import { fontPreloadPlugin } from './vite/font-preload-plugin.ts'
import { manualPlugin } from './vite/manual-plugin.ts'
import { precompressPlugin } from './vite/precompress-plugin.ts'
import { tokensPlugin } from './vite/tokens-plugin.ts'
import { wirePlugin } from './vite/wire-plugin.ts'

/** Where the server of `npm run dev` listens, unless NATIM_SERVER_URL says otherwise. */
const DEV_SERVER_URL = 'http://127.0.0.1:3000'

function proxyTo(mode: string): ProxyOptions {
  const { NATIM_SERVER_URL: target = DEV_SERVER_URL } = loadEnv(mode, import.meta.dirname, 'NATIM_')
  return { target, changeOrigin: false, ws: true }
}

/** Icons with what they need themselves, which is little: the frame has icons, and no antd. */
const ICONS =
  /node_modules\/(?:@ant-design\/(?:icons|icons-svg|colors|fast-color)|@rc-component\/util\/es\/(?:warning|Dom\/(?:dynamicCSS|shadow|canUseDom|contains)))/

const input = (mode: string) => (mode === 'gallery' ? ['gallery.html'] : ['index.html'])

export default defineConfig(({ mode }) => ({
  plugins: [
    tokensPlugin(),
    manualPlugin(),
    react(),
    fontPreloadPlugin(),
    firstPagePlugin(),
    chunkCyclesPlugin(),
    precompressPlugin(),
    wirePlugin(),
  ],
  resolve: {
    conditions: ['source', ...defaultClientConditions],
    alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) },
  },
  server: { port: 5173, strictPort: false, proxy: { '/jeecg-boot': proxyTo(mode) } },
  preview: { proxy: { '/jeecg-boot': proxyTo(mode) } },
  build: {
    target: ['chrome111', 'edge111', 'firefox115', 'safari16.4'],
    modulePreload: { polyfill: false },
    // Small files stay files: a data: URL would need its own hole in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_200,
    rolldownOptions: {
      input: input(mode),
      output: {
        codeSplitting: {
          // What is whole, and what very many pages share, comes in one file each; the rest is split by who imports what.
          // `base` holds no antd: the login page does without.
          groups: [
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler|react-router)\// },
            { name: firstPageChunk(), debugName: 'first pages', includeDependenciesRecursively: false },
            { name: 'query', test: /node_modules\/(?:zustand|@tanstack\/(?:query-core|react-query))\// },
            { name: 'zod', test: /node_modules\/zod\// },
            {
              name: 'parts',
              test: /packages\/|apps\/web\/src\/(?:resource|ui|widgets|lib)\//,
              minShareCount: 5,
              includeDependenciesRecursively: false,
            },
            { name: 'icons', test: ICONS },
            { name: 'antd', test: /node_modules\/(?:antd|@ant-design|@rc-component)\//, minShareCount: 8 },
            { name: 'charts', test: /node_modules\/(?:echarts|zrender)\// },
            { name: 'map', test: /node_modules\/(?:maplibre-gl|@maplibre)\// },
          ],
        },
      },
    },
  },
}))
