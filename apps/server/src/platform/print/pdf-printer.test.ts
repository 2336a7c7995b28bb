import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPdfPrinter } from './pdf-printer.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'natim-browser-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function browser(name: string, script: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o755)
  return path
}
/** False for zombies, too: a process nobody waits for. */
const isAlive = async (pid: number) => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat !== '' && !/\) [ZX] /.test(stat)
}
const leftovers = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('natim-print-'))

describe('the PDF printer', () => {
  it('reports a missing browser in one sentence', async () => {
    const printer = createPdfPrinter(undefined, folder)
    expect(await printer.reason()).toContain('没有安装 Chromium')
    await expect(printer.print('<p>x</p>')).rejects.toThrow('没有安装 Chromium')
    expect(await createPdfPrinter('/no/such/browser', '').reason()).toContain('没有安装 Chromium')
  })

  it('uses the configured browser, or the first on the path', async () => {
    const path = await browser('chromium', 'exit 0')
    expect(await createPdfPrinter(undefined, `/nowhere:${folder}`).reason()).toBeNull()
    expect(await createPdfPrinter(path, '').reason()).toBeNull()
  })

  it('returns what the browser wrote, without network and with a temporary profile that is removed', async () => {
    const before = await leftovers()
    const told = join(folder, 'told.txt')
    const path = await browser(
      'writes',
      `echo "$@" > ${told}\nfor each in "$@"; do case $each in --print-to-pdf=*) echo "%PDF-1" > "\${each#--print-to-pdf=}";; esac; done`,
    )
    expect((await createPdfPrinter(path, '/bin:/usr/bin').print('<p>x</p>')).toString()).toBe('%PDF-1\n')
    const said = await readFile(told, 'utf8')
    for (const part of ['--host-resolver-rules=MAP * ~NOTFOUND', '--user-data-dir=']) expect(said).toContain(part)
    expect(await leftovers()).toEqual(before)
  })

  it('reports a failure of the browser', async () => {
    const path = await browser('fails', 'exit 3')
    await expect(createPdfPrinter(path, '/bin').print('<p>x</p>')).rejects.toThrow('生成 PDF 失败')
  })

  it('tries the names in order, across all folders, and skips files that are not executable', async () => {
    const print = `case $each in --print-to-pdf=*) echo "$0" > "\${each#--print-to-pdf=}";; esac`
    const script = `for each in "$@"; do ${print}; done`
    const [first, second] = [await mkdtemp(join(folder, 'a-')), await mkdtemp(join(folder, 'b-'))]
    const put = (at: string, name: string) => browser(join(at.slice(folder.length + 1), name), script)
    await put(first, 'google-chrome')
    const better = await put(second, 'chromium-headless-shell')
    await writeFile(join(first, 'chromium'), 'no program')
    const path = [first, second, '/bin', '/usr/bin'].join(':')
    expect((await createPdfPrinter(undefined, path).print('')).toString().trim()).toBe(better)
    expect((await createPdfPrinter('google-chrome', path).print('')).toString()).toContain('google-chrome')
    expect(await createPdfPrinter('chromium', [first, second].join(':')).reason()).toContain('没有安装 Chromium')
  })

  it("prints the given page without passing the server's environment", async () => {
    const path = await browser(
      'copies',
      `for each in "$@"; do case $each in --print-to-pdf=*) pdf="\${each#--print-to-pdf=}";; file://*) page="\${each#file://}";; esac; done
cat "$page" > "$pdf"; env >> "$pdf"`,
    )
    process.env['NATIM_TEST_SECRET'] = 'not for browsers'
    const printed = (await createPdfPrinter(path, '/bin:/usr/bin').print('<p>空气质量</p>')).toString()
    delete process.env['NATIM_TEST_SECRET']
    expect(printed).toContain('<p>空气质量</p>')
    expect(printed).toContain('PATH=/bin:/usr/bin')
    expect(printed).not.toContain('not for browsers')
  })

  it('fails when the browser exits normally without output, and leaves no folder', async () => {
    const before = await leftovers()
    const path = await browser('silent', 'exit 0')
    await expect(createPdfPrinter(path, '/bin').print('')).rejects.toMatchObject({
      name: 'PdfError',
      message: '生成 PDF 失败，请下载其他格式',
    })
    expect(await leftovers()).toEqual(before)
  })

  it("ends the browser's helper processes with it", async () => {
    const told = join(folder, 'helper.pid')
    const path = await browser('helped', `sleep 60 & echo $! > ${told}; exit 1`)
    await expect(createPdfPrinter(path, '/bin:/usr/bin').print('')).rejects.toThrow('生成 PDF 失败')
    const pid = Number(await readFile(told, 'utf8'))
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  it('times out when the browser hangs, and ends it with its helper processes', async () => {
    const told = join(folder, 'hung.pid')
    const path = await browser('hangs', `sleep 60 & echo $! > ${told}; wait`)
    const printer = createPdfPrinter(path, '/bin:/usr/bin', 400)
    await expect(printer.print('')).rejects.toThrow('生成 PDF 超时，请下载其他格式')
    const pid = Number(await readFile(told, 'utf8'))
    await expect.poll(() => isAlive(pid)).toBe(false)
  })
})
