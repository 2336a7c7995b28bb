import { describe, expect, it } from 'vitest'
import { createEnhanceRecords } from './enhance-records.ts'

describe('enhancement records', () => {
  it('[WG-210] [CO-55] are kept under their code, 16 of each, and survive a reload', () => {
    const records = createEnhanceRecords()
    for (let n = 1; n <= 17; n += 1) records.add({ code: 'order', js: `${n}` })
    records.add({ code: 'device', css: 'x' })
    expect(records.list('order').map(({ js }) => js)).toEqual(Array.from({ length: 16 }, (_, n) => `${n + 2}`))
    expect(records.list('device')).toEqual([{ code: 'device', css: 'x' }])
    expect(localStorage.getItem('enhance_order')).not.toBeNull()
    const reloaded = createEnhanceRecords()
    expect(reloaded.list('order')).toEqual(records.list('order'))
    expect(reloaded.list('nothing')).toEqual([])
  })

  it('[WG-210] are refused without a code, and invalid stored data are ignored', () => {
    localStorage.setItem('enhance_bad', JSON.stringify({ value: [{ no: 'code' }], expire: null }))
    const records = createEnhanceRecords()
    expect(records.list('bad')).toEqual([])
    expect(() => records.add({ code: '' })).toThrow()
  })
})
