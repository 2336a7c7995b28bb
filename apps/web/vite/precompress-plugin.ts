import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin, ResolvedConfig } from 'vite'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

const COMPRESSIBLE = /\.(?:js|mjs|css|html|svg|json|txt|map)$/
/** Smaller files fit into one packet anyway. */
const MIN_BYTES = 1_024

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < MIN_BYTES) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  const [brotli, zipped] = await Promise.all([toBrotli(content, { params }), toGzip(content, { level: 9 })])
  await Promise.all([
    brotli.length < content.length && writeFile(`${path}.br`, brotli),
    zipped.length < content.length && writeFile(`${path}.gz`, zipped),
  ])
}

/** Writes `.br` and `.gz` beside every text file of the build, so that the server does not compress at run time. */
export function precompressPlugin(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'natim:precompress',
    apply: 'build',
    enforce: 'post',
    configResolved: (resolved) => {
      config = resolved
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const outDir = resolve(config.root, config.build.outDir)
        const entries = await readdir(outDir, { recursive: true, withFileTypes: true })
        const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
        await Promise.all(files.map((file) => compressFile(join(file.parentPath, file.name))))
      },
    },
  }
}
