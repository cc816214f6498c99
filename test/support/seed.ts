import fc from "fast-check";

// The same cases on every run, so that a red run is about the change; TIERWRIGHT_SEED looks at others.
fc.configureGlobal({ seed: Number(process.env.TIERWRIGHT_SEED ?? 20261121) });
