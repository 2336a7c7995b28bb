import { spawn } from 'node:child_process'
import { access, constants, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Browsers that can print, by program name. */
const NAMES = ['chromium', 'chromium-headless-shell', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const TIMEOUT_MS = 60_000
const NO_BROWSER = '本服务器没有安装 Chromium，不能生成 PDF；可预览后打印，或下载其他格式'

/** The PDF cannot be created here; the message is for users. */
export class PdfError extends Error {
  override readonly name = 'PdfError'
}

export interface PdfPrinter {
  /** Null when it can print, else the reason. */
  reason(): Promise<string | null>
  /** @throws PdfError */
  print(html: string): Promise<Buffer>
}

/**
 * @param configured path or name from the configuration; the first known one when empty
 * @param searchPath folders to search, in PATH syntax
 * @param timeoutMs limit for one print
 */
export function createPdfPrinter(
  configured: string | undefined,
  searchPath: string,
  timeoutMs = TIMEOUT_MS,
): PdfPrinter {
  let found: Promise<string | undefined> | undefined
  const browser = () => (found ??= findBrowser(configured, searchPath))
  return {
    reason: async () => ((await browser()) === undefined ? NO_BROWSER : null),
    async print(html) {
      const command = await browser()
      if (command === undefined) throw new PdfError(NO_BROWSER)
      // Page, profile and result of one print; removed afterwards.
      const folder = await mkdtemp(join(tmpdir(), 'natim-print-'))
      try {
        const page = join(folder, 'report.html')
        const result = join(folder, 'report.pdf')
        await writeFile(page, html)
        await run(command, { searchPath, timeoutMs }, [
          '--headless',
          '--disable-gpu',
          '--no-first-run',
          '--no-pdf-header-footer',
          '--disable-extensions',
          '--disable-background-networking',
          // Pages are ours and their policy allows no script; most containers cannot start a sandbox.
          '--no-sandbox',
          // No network: no name resolves, and the proxy does not exist.
          '--host-resolver-rules=MAP * ~NOTFOUND',
          '--proxy-server=http://127.0.0.1:9',
          `--user-data-dir=${join(folder, 'profile')}`,
          `--print-to-pdf=${result}`,
          pathToFileURL(page).href,
        ])
        return await readFile(result)
      } catch (error) {
        if (error instanceof PdfError) throw error
        throw new PdfError('生成 PDF 失败，请下载其他格式', { cause: error })
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 3 })
      }
    },
  }
}

async function findBrowser(configured: string | undefined, searchPath: string): Promise<string | undefined> {
  const folders = searchPath.split(delimiter).filter(Boolean)
  const names = configured ? [configured] : NAMES
  const paths = names.flatMap((name) => (name.includes('/') ? [name] : folders.map((folder) => join(folder, name))))
  for (const path of paths) if (await isExecutable(path)) return path
  return undefined
}

const isExecutable = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

interface RunOptions {
  readonly searchPath: string
  readonly timeoutMs: number
}

function run(command: string, { searchPath, timeoutMs }: RunOptions, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    // Its own process group, so that the browser's helpers end with it.
    const child = spawn(command, args, { stdio: 'ignore', detached: true, env: { PATH: searchPath } })
    const end = () => {
      if (child.pid === undefined) return
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // Already gone.
      }
    }
    const timer = setTimeout(() => {
      end()
      reject(new PdfError('生成 PDF 超时，请下载其他格式'))
    }, timeoutMs)
    child.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      end()
      if (code === 0) resolve()
      else reject(new Error(`browser ended with ${code}`))
    })
  })
}
