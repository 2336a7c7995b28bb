import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, loadEnv, type ProxyOptions } from 'vite'
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

const input = (mode: string) => (mode === 'gallery' ? ['gallery.html'] : ['index.html'])

export default defineConfig(({ mode }) => ({
  plugins: [
    tokensPlugin(),
    manualPlugin(),
    react(),
    fontPreloadPlugin(),
    firstPagePlugin(),
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
            {
              name: 'base',
              test: /packages\/contract\/|apps\/web\/src\/lib\/|node_modules\/(?:zod|zustand|@tanstack)\//,
              minShareCount: 10,
            },
            { name: 'icons', test: /node_modules\/@ant-design\/icons/, minShareCount: 3 },
            { name: 'antd', test: /node_modules\/(?:antd|@ant-design|@rc-component)\//, minShareCount: 14 },
            { name: 'charts', test: /node_modules\/(?:echarts|zrender)\// },
            { name: 'map', test: /node_modules\/(?:maplibre-gl|@maplibre)\// },
          ],
        },
      },
    },
  },
}))
