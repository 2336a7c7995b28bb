import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Point, RawCollection, Ring } from './geojson.ts'

const run = promisify(execFile)

/** Last release that includes the map of China. */
const BOUNDARIES = 'echarts@4.9.0'
/** County names by GB/T 2260 code. */
const AREAS = '@vant/area-data@2.1.0'

/** Parsed input of the generator. */
export interface Sources {
  readonly china: RawCollection
  /** Cities (districts for municipalities) by the file name of the province, e.g. `jiangsu`. */
  readonly provinces: ReadonlyMap<string, RawCollection>
  /** Rings of the schematic inset in its own units: coast, island, dashes, frame. */
  readonly nanhai: readonly Ring[]
  /** County name by code. */
  readonly counties: Readonly<Record<string, string>>
}

/** Downloads both packages with npm into a temporary folder, reads them and removes the folder. */
export async function readSources(provinceFiles: readonly string[]): Promise<Sources> {
  const dir = await mkdtemp(join(tmpdir(), 'natim-geo-'))
  try {
    const maps = await unpack(dir, BOUNDARIES)
    const areas = await unpack(dir, AREAS)
    const json = async (path: string) =>
      JSON.parse(await readFile(join(maps, 'map/json', path), 'utf8')) as RawCollection
    const provinces = await Promise.all(
      provinceFiles.map(async (name) => [name, await json(`province/${name}.json`)] as const),
    )
    const { areaList } = (await import(pathToFileURL(join(areas, 'dist/index.cjs')).href)) as {
      areaList: { county_list: Record<string, string> }
    }
    return {
      china: await json('china.json'),
      provinces: new Map(provinces),
      nanhai: parseInset(await readFile(join(maps, 'lib/coord/geo/fix/nanhai.js'), 'utf8')),
      counties: areaList.county_list,
    }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

async function unpack(dir: string, spec: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', spec, '--silent', '--pack-destination', dir], { cwd: dir })
  const file = stdout.trim().split('\n').at(-1) ?? ''
  const target = await mkdtemp(join(dir, 'unpacked-'))
  await run('tar', ['xzf', join(dir, file), '-C', target, '--strip-components=1'])
  return target
}

/** The inset is a literal table of rings in a script. */
function parseInset(script: string): Ring[] {
  const literal = /points\s*=\s*(\[[\d\s.,[\]-]+\])\s*;/.exec(script)?.[1]
  if (literal === undefined) throw new Error('The inset table was not found in the source package')
  return (JSON.parse(literal) as Point[][]).map((ring) => [...ring])
}
