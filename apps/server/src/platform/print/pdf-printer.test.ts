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
})
