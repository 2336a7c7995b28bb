import { DAY_MS, HOUR_MS } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import { planWxImages, WX_IMAGES } from './wx-images.ts'
import { drawWxScene, WX_SCENES } from './wx-scenes.ts'

const NOW = 1_795_000_000_000
const RELEASE = NOW - 2 * DAY_MS
const plan = planWxImages(NOW, RELEASE, 300, WX_IMAGES)

describe('pictures of the demonstration', () => {
  it('number four hundred, reproducible, in time order, none in the future', () => {
    expect(plan).toHaveLength(WX_IMAGES)
    expect(new Set(plan.map(({ number }) => number)).size).toBe(WX_IMAGES)
    expect(planWxImages(NOW, RELEASE, 300, WX_IMAGES)).toEqual(plan)
    expect(
      plan.every(
        ({ receivedMs }, at) => receivedMs <= NOW && (at === 0 || receivedMs >= (plan[at - 1]?.receivedMs ?? 0)),
      ),
    ).toBe(true)
  })

  it('include every kind: waiting, asked about, copied, similar, doubtful, without position or time', () => {
    const count = (is: (one: (typeof plan)[number]) => boolean) => plan.filter(is).length
    expect(count(({ decision }) => decision === null)).toBe(26)
    expect(count(({ decision }) => decision === 'ask')).toBe(4)
    for (const decision of ['approve', 'reject', 'archive'])
      expect(count((one) => one.decision === decision)).toBeGreaterThan(50)
    expect(count(({ copyOf }) => copyOf !== null)).toBeGreaterThan(5)
    const at = new Map(plan.map(({ number, receivedMs }) => [number, receivedMs]))
    expect(plan.every(({ copyOf, receivedMs }) => copyOf === null || (at.get(copyOf) ?? NOW) < receivedMs)).toBe(true)
    expect(count(({ drawing, number }) => drawing !== number)).toBeGreaterThan(30)
    expect(count(({ takenMs, receivedMs }) => takenMs !== null && receivedMs - takenMs > 3 * DAY_MS)).toBeGreaterThan(3)
    expect(count(({ senderStation }) => senderStation !== null)).toBeGreaterThan(4)
    expect(count(({ takenMs }) => takenMs === null)).toBeGreaterThan(20)
    expect(count(({ hasPlace }) => !hasPlace)).toBeGreaterThan(15)
  })

  it('include two of the chlorine release while it lasts', () => {
    const shown = plan.filter(({ station }) => station === -1)
    expect(shown).toHaveLength(2)
    for (const { takenMs, scene } of shown) {
      expect(scene).toBe('cloud')
      expect((takenMs ?? 0) - RELEASE).toBeGreaterThan(0)
      expect((takenMs ?? 0) - RELEASE).toBeLessThan(HOUR_MS)
    }
  })

  it.each(WX_SCENES)('%s is drawn identically again, and differs for another number', (scene) => {
    expect(drawWxScene(scene, 1, 480)).toBe(drawWxScene(scene, 1, 480))
    expect(drawWxScene(scene, 2, 480)).not.toBe(drawWxScene(scene, 1, 480))
    expect(drawWxScene(scene, 1, 480)).not.toMatch(/NaN|undefined|script/)
  })
})
