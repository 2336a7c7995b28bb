import type { SignalFactory, SignalModel, SignalScene } from './model.ts'

/** Counts per second per µSv/h; own figure, typical of a 3-inch crystal. */
const CPS_PER_DOSE = 2900

/** Natural background; rain adds 10–80 %, decaying with a half-life of half an hour (domain §11). */
function doseRate({ weather, noise, deviceTrait }: SignalScene): SignalModel {
  const base = weather.dose * (0.93 + 0.14 * deviceTrait(1))
  return (moment) => {
    const rain = Math.min(0.8, 0.09 * weather.washout(moment))
    return base * (1 + rain + 0.012 * noise.slow(moment) + 0.018 * noise.white(moment))
  }
}

function particles({ weather, noise, deviceTrait }: SignalScene): SignalModel {
  const base = 2600 + 1400 * deviceTrait(2)
  return (moment) =>
    base * weather.haze(moment) * (0.75 + 0.006 * weather.humidity(moment)) * (1 + 0.09 * noise.fast(moment))
}

/** Share of particles that fluoresce, %: pollen and spores by day and in the warm half of the year. */
function fluorescent({ deviceNoise, deviceTrait }: SignalScene): SignalModel {
  const base = 4.2 + 2.2 * deviceTrait(3)
  return (moment) => Math.max(0.4, base * (1 - 0.22 * moment.winter) + 0.7 * deviceNoise.slow(moment))
}

/** A warfare agent detector without agents: only its own noise. */
const silent: SignalFactory =
  ({ channel, noise }) =>
  (moment) =>
    Math.max(0, (channel.lod ?? 0.01) * (0.25 + 0.12 * noise.fast(moment) + 0.1 * noise.white(moment)))

/** Radiation, chemical and biological monitors (domain §4.6). */
export const NBC_MODELS: Readonly<Record<string, SignalFactory>> = {
  dose_rate: doseRate,
  gamma_cps: (scene) => {
    const dose = doseRate(scene)
    return (moment) => CPS_PER_DOSE * dose(moment) * (1 + 0.008 * scene.noise.fast(moment))
  },
  neutron_cps:
    ({ noise, weather }) =>
    (moment) =>
      Math.max(0, 0.06 * (1 + weather.altM / 1800) + 0.018 * noise.white(moment)),
  chem_bar: () => () => 0,
  chem_g: silent,
  chem_v: silent,
  chem_h: silent,
  bio_total: particles,
  bio_fluor: (scene) => {
    const [total, share] = [particles(scene), fluorescent(scene)]
    return (moment) => (total(moment) * share(moment)) / 100
  },
  bio_ratio: (scene) => {
    const share = fluorescent(scene)
    return (moment) => share(moment) + 0.12 * scene.noise.fast(moment)
  },
}
