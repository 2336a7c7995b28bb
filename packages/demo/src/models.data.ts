import { metricByCode } from '@natim/domain/metrics'
import type { ChannelTemplate, CommandTemplate, DemoKind, DemoModel } from './types.ts'

/** Properties of an instrument where they differ from the catalogue: range, detection limit, decimals. */
type Ability = readonly [metricCode: string, rangeHi: number, lod: number | null, precision?: number, rangeLo?: number]

// Instrument ranges and detection limits are own figures, typical of such instruments.
const AIR_STANDARD: readonly Ability[] = [
  ['pm25', 1000, 1],
  ['pm10', 5000, 1],
  ['o3', 1000, 2],
  ['no2', 1000, 2],
  ['so2', 1000, 2],
  ['co', 50, 0.05],
  ['nmhc', 20, 0.02],
  ['bc', 100, 0.1],
  ['tvoc', 20, 0.01, 3],
  ['hcho', 5, 0.004, 4],
  ['cab_temp', 70, null, 1, -30],
  ['flow_lpm', 30, null],
]
const AIR_VOC: readonly Ability[] = [
  ...AIR_STANDARD.filter(([code]) => code !== 'bc' && code !== 'hcho').slice(0, 8),
  ['benzene', 10, 0.001, 4],
  ['toluene', 20, 0.001, 4],
  ['cab_temp', 70, null, 1, -30],
  ['flow_lpm', 30, null],
]
const HOUSEKEEPING: readonly Ability[] = [
  ['cab_temp', 70, null, 1, -30],
  ['batt_pct', 100, null],
]
const GAS_CHLORINE: readonly Ability[] = [
  ['cl2', 50, 0.02],
  ['nh3', 300, 0.5],
  ['hcl', 100, 0.1],
  ['h2s', 100, 0.05],
  ['tvoc', 200, 0.1],
  ...HOUSEKEEPING,
]
const GAS_REFINERY: readonly Ability[] = [
  ['h2s', 100, 0.05],
  // Levels scale with it (`quietDetector`): at 0.05 a quiet park would be at half of AEGL-1, which is ATL 1.
  ['tox_so2', 100, 0.02],
  ['benzene', 200, 0.05],
  ['tvoc', 2000, 0.1],
  ['ch4_lel', 100, 0.5],
  ...HOUSEKEEPING,
]
const GAS_AMMONIA: readonly Ability[] = [
  ['nh3', 3000, 0.5],
  ['h2s', 100, 0.05],
  ['tox_no2', 50, 0.05],
  ['tox_co', 500, 0.5],
  ['tvoc', 200, 0.1],
  ...HOUSEKEEPING,
]
const GAS_FINE: readonly Ability[] = [
  ['cocl2', 2, 0.005],
  ['hcl', 100, 0.1],
  ['hf', 50, 0.1],
  ['toluene', 200, 0.05],
  ['tvoc', 200, 0.1],
  ...HOUSEKEEPING,
]
const MET: readonly Ability[] = [
  ['air_temp', 55, null, 1, -50],
  ['air_rh', 100, null],
  ['air_press', 1080, null, 1, 450],
  ['wind_speed', 60, null],
  ['wind_dir', 360, null],
  ['rain', 20, null, 2],
  ['visibility', 50, null],
  ['noise_leq', 130, null, 1, 30],
]
const BREATH: readonly Ability[] = [
  ['feno', 300, 3],
  ['etco2', 10, null],
  ['br_co', 100, 0.5],
  ['br_h2', 300, 1],
  ['br_ch4', 300, 1],
  ['br_nh3', 5000, 20],
  ['br_acetone', 10_000, 10],
  ['br_isoprene', 2000, 3],
  ['br_ethanol', 5000, 5],
  ['br_acetald', 1000, 2],
  ['br_nonanal', 500, 0.5, 1],
  ['br_score', 1, null],
]
const WEARABLE: readonly Ability[] = [
  ['hr', 240, null, 0, 25],
  ['spo2', 100, null, 0, 50],
  ['rr', 60, null, 0, 4],
  ['temp_core', 43, null, 2, 32],
  ['temp_skin', 42, null, 2, 20],
  ['steps', 400, null],
]
const RAD: readonly Ability[] = [
  ['dose_rate', 1_000_000, null, 3, 0.02],
  ['gamma_cps', 100_000, null],
  ['neutron_cps', 1000, 0.1, 2],
]
const CHEM: readonly Ability[] = [
  ['chem_bar', 8, null],
  ['chem_g', 5, 0.01],
  ['chem_h', 5, 0.02],
]
const BIO: readonly Ability[] = [
  ['bio_total', 100_000, 10],
  ['bio_fluor', 50_000, 1],
  ['bio_ratio', 100, null, 2],
  ['flow_lpm', 50, null],
]

const SECONDS = { type: 'integer', minimum: 5, maximum: 3600, title: '周期（秒）' } as const
const object = (properties: Record<string, unknown>, required: readonly string[] = []) =>
  ({ type: 'object', properties, required, additionalProperties: false }) as const

const COMMANDS: readonly CommandTemplate[] = [
  { cmd: 'set_period', name: '设置上报周期', params: object({ periodS: SECONDS }, ['periodS']) },
  { cmd: 'reboot', name: '重启', params: object({}) },
  { cmd: 'ota', name: '固件升级', params: object({ version: { type: 'string', maxLength: 32 } }, ['version']) },
]
const ZERO: CommandTemplate = {
  cmd: 'zero_calib',
  name: '零点校准',
  params: object({ seq: { type: 'integer', minimum: 1, maximum: 64, title: '通道' } }),
}

type Spec = readonly [
  code: string,
  name: string,
  vendor: string,
  kind: DemoKind,
  periodS: number,
  abilities: readonly Ability[],
  firmware: string,
  calibDays: number | null,
]

const SPECS: readonly Spec[] = [
  ['QT-AM1200', '空气毒性监测仪', '清源仪器', 'air', 60, AIR_STANDARD, '3.4.2', 90],
  ['QT-AM1250', 'VOC 空气监测仪', '清源仪器', 'air', 60, AIR_VOC, '3.4.2', 90],
  ['HX-GD600', '氯气多组分探测器', '恒熙安全', 'gas', 10, GAS_CHLORINE, '2.8.0', 180],
  ['HX-GD610', '硫化氢多组分探测器', '恒熙安全', 'gas', 10, GAS_REFINERY, '2.8.0', 180],
  ['HX-GD620', '氨气多组分探测器', '恒熙安全', 'gas', 10, GAS_AMMONIA, '2.8.0', 180],
  ['HX-GD650', '光气多组分探测器', '恒熙安全', 'gas', 10, GAS_FINE, '2.8.1', 180],
  ['YF-MS80', '八要素气象站', '云帆气象', 'met', 60, MET, '1.9.5', 365],
  ['BX-BR20', '呼气多组分检测仪', '呼析科技', 'breath', 900, BREATH, '5.1.0', 30],
  ['KN-WB6', '体征监测手环', '康宁智联', 'wearable', 60, WEARABLE, '4.0.7', null],
  ['FS-RD310', '环境γ剂量率仪', '辐安科技', 'rad', 30, RAD, '2.2.3', 365],
  ['JD-CA70', '化学毒剂报警器', '警盾装备', 'chem', 10, CHEM, '1.6.0', 90],
  ['SW-BA40', '生物气溶胶监测仪', '生物卫士', 'bio', 10, BIO, '1.3.4', 90],
  ['LT-GW400', '边缘网关', '联拓通信', 'gateway', 60, [], '6.2.1', null],
]

function channelOf(
  [metricCode, rangeHi, lod, precision, rangeLo = 0]: Ability,
  seq: number,
  periodS: number,
): ChannelTemplate {
  const metric = metricByCode(metricCode)
  if (!metric) throw new Error(`Unknown metric ${metricCode}`)
  return {
    seq,
    metricCode,
    unitIn: metric.unit,
    rangeLo,
    rangeHi,
    precision: precision ?? metric.precision,
    periodS,
    lod,
  }
}

/** The 13 models of the demonstration network; vendors are fictitious. */
export const MODELS: readonly DemoModel[] = SPECS.map(
  ([code, name, vendor, kind, periodS, abilities, firmwareLatest, calibIntervalD]) => ({
    code,
    name,
    vendor,
    kind,
    protocol: 'mqtt',
    channelTemplate: abilities.map((ability, index) => channelOf(ability, index + 1, periodS)),
    cmdTemplate: calibIntervalD === null ? COMMANDS : [...COMMANDS, ZERO],
    firmwareLatest,
    calibIntervalD,
  }),
)

const BY_CODE: ReadonlyMap<string, DemoModel> = new Map(MODELS.map((model) => [model.code, model]))

/** @throws when the code is not in {@link MODELS}. */
export function modelOf(code: string): DemoModel {
  const model = BY_CODE.get(code)
  if (!model) throw new Error(`No device model ${code}`)
  return model
}
