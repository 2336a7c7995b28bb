import { describe, expect, it } from 'vitest'
import {
  failed,
  isSettled,
  keepLast,
  moveFile,
  newUpload,
  pathsOf,
  readValue,
  recordsOf,
  stored,
  UPLOAD_STATES,
} from './uploaded-file.ts'

const photo = { name: '照片.png', size: 1_024, type: 'image/png' }

describe('a file of an upload field', () => {
  it('[WG-82] [CO-48] has name, type, size, status, percent, path, url, message, its stored names and an id', () => {
    expect(UPLOAD_STATES).toEqual(['uploading', 'done', 'error', 'removed'])
    const fresh = newUpload(photo)
    const { id, ...rest } = fresh
    expect(id).not.toBe(newUpload(photo).id)
    expect(rest).toEqual({
      ...photo,
      status: 'uploading',
      percent: 0,
      path: '',
      url: '',
      message: '',
      fileName: '照片.png',
      filePath: '',
      fileSize: 1_024,
    })
    expect(stored(fresh, 'temp/202611/ab.png')).toMatchObject({
      status: 'done',
      percent: 100,
      path: 'temp/202611/ab.png',
      filePath: 'temp/202611/ab.png',
      url: '/jeecg-boot/sys/common/static/temp/202611/ab.png',
    })
    expect(failed(fresh, '文件过大')).toMatchObject({ status: 'error', message: '文件过大', path: '' })
  })

  it('keeps an address of another storage', () => {
    expect(readValue('https://store.example/a/b.pdf?x=1')[0]).toMatchObject({
      name: 'b.pdf',
      url: 'https://store.example/a/b.pdf?x=1',
    })
  })
})

describe('a value', () => {
  it.each([[undefined], [null], [''], [[]]])('%j has no files', (value) => expect(readValue(value)).toEqual([]))

  it('is parsed from paths, and from records with names', () => {
    const fromPaths = readValue('temp/a.png, temp/b.pdf')
    expect(fromPaths.map(({ name, path, status }) => [name, path, status])).toEqual([
      ['a.png', 'temp/a.png', 'done'],
      ['b.pdf', 'temp/b.pdf', 'done'],
    ])
    const records = [{ fileName: '校准证书.pdf', filePath: 'temp/x.pdf', fileSize: 9 }]
    expect(recordsOf(readValue(records))).toEqual(records)
    expect(pathsOf(readValue(records))).toBe('temp/x.pdf')
  })

  it.each([
    ['temp/[object Object]', ''],
    ['temp/a.png,,', 'temp/a.png'],
  ])('%s omits invalid paths', (value, paths) => expect(pathsOf(readValue(value))).toBe(paths))

  it('contains stored files only, and can be emitted once no upload is in flight', () => {
    const [done] = readValue('temp/a.png')
    const running = newUpload(photo)
    const files = [done as never, running]
    expect(pathsOf(files)).toBe('temp/a.png')
    expect(isSettled(files)).toBe(false)
    expect(isSettled([done as never, failed(running, '')])).toBe(true)
  })
})

it('keeps the last files up to a limit, all of them with 0', () => {
  const files = readValue('a,b,c')
  expect(pathsOf(keepLast(files, 2))).toBe('b,c')
  expect(pathsOf(keepLast(files, 0))).toBe('a,b,c')
})

it('swaps a file with its neighbour, and does not move past the end', () => {
  const files = readValue('a,b,c')
  expect(pathsOf(moveFile(files, 1, -1) ?? [])).toBe('b,a,c')
  expect(pathsOf(moveFile(files, 1, 1) ?? [])).toBe('a,c,b')
  expect(moveFile(files, 0, -1)).toBeUndefined()
  expect(moveFile(files, 2, 1)).toBeUndefined()
})
