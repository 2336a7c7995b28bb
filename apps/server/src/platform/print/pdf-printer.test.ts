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
/** Of a process that waits for nobody to ask how it ended, too. */
const isAlive = async (pid: number) => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat !== '' && !/\) [ZX] /.test(stat)
}
const leftovers = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('natim-print-'))

describe('the printer', () => {
  it('says in one sentence that there is no browser', async () => {
    const printer = createPdfPrinter(undefined, folder)
    expect(await printer.reason()).toContain('没有安装 Chromium')
    await expect(printer.print('<p>x</p>')).rejects.toThrow('没有安装 Chromium')
    expect(await createPdfPrinter('/no/such/browser', '').reason()).toContain('没有安装 Chromium')
  })

  it('takes the one that is configured, or the first on the path', async () => {
    const path = await browser('chromium', 'exit 0')
    expect(await createPdfPrinter(undefined, `/nowhere:${folder}`).reason()).toBeNull()
    expect(await createPdfPrinter(path, '').reason()).toBeNull()
  })

  it('gives what the browser wrote, without network and with a profile that is gone afterwards', async () => {
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

  it('is no failure of the server when the browser fails', async () => {
    const path = await browser('fails', 'exit 3')
    await expect(createPdfPrinter(path, '/bin').print('<p>x</p>')).rejects.toThrow('生成 PDF 失败')
  })

  it('looks for the names in their order, whatever folder they are in, and takes nothing that does not run', async () => {
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

  it('prints the page it was given, with nothing of the environment of the server', async () => {
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

  it('fails when the browser ends well and wrote nothing, and leaves no folder', async () => {
    const before = await leftovers()
    const path = await browser('silent', 'exit 0')
    await expect(createPdfPrinter(path, '/bin').print('')).rejects.toMatchObject({
      name: 'PdfError',
      message: '生成 PDF 失败，请下载其他格式',
    })
    expect(await leftovers()).toEqual(before)
  })

  it('ends the helpers of the browser with it', async () => {
    const told = join(folder, 'helper.pid')
    const path = await browser('helped', `sleep 60 & echo $! > ${told}; exit 1`)
    await expect(createPdfPrinter(path, '/bin:/usr/bin').print('')).rejects.toThrow('生成 PDF 失败')
    const pid = Number(await readFile(told, 'utf8'))
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  it('waits for a browser that hangs only so long, and ends it with its helpers', async () => {
    const told = join(folder, 'hung.pid')
    const path = await browser('hangs', `sleep 60 & echo $! > ${told}; wait`)
    const printer = createPdfPrinter(path, '/bin:/usr/bin', 400)
    await expect(printer.print('')).rejects.toThrow('生成 PDF 超时，请下载其他格式')
    const pid = Number(await readFile(told, 'utf8'))
    await expect.poll(() => isAlive(pid)).toBe(false)
  })
})
