import fc from 'fast-check'

// One seed for every run, so that a commit passes or fails whoever runs it. `FAST_CHECK_SEED=random` (or a number) explores further.
const wanted = process.env.FAST_CHECK_SEED ?? '20261122'
if (wanted !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(wanted) })
