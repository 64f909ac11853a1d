import { z } from 'zod';

/** What a Docker engine answers, in its own words and only as far as it is read here. `null` stands for "none" in many places. */

const text = z.string();
const labels = z.record(text, text).nullish().transform((value) => value ?? {});
const words = z.array(text).nullish().transform((value) => value ?? []);
const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).nullish().transform((value) => value ?? []);
const count = z.number().int().nonnegative();

export const infoSchema = z.object({
  ID: text.min(1).max(200),
  Name: text,
  ServerVersion: text,
  OperatingSystem: text,
  Architecture: text,
  NCPU: count,
  MemTotal: count,
  CgroupVersion: text.optional(),
  Driver: text,
  SystemTime: text.optional(),
});

const idSchema = text.regex(/^[0-9a-f]{64}$/);
const imageIdSchema = text.regex(/^sha256:[0-9a-f]{64}$/);
/** The last four are Podman's. */
const stateSchema = z.enum(['created', 'running', 'paused', 'restarting', 'removing', 'exited', 'dead', 'configured', 'initialized', 'stopping', 'stopped']);
const networkSettings = z.object({ Networks: z.record(text, z.object({ NetworkID: text.nullish() })).nullish() }).nullish();

const mounts = listOf(z.object({ Type: text.optional(), Name: text.optional() }));

export const containerListSchema = z.array(
  z.object({
    Id: idSchema,
    Names: words,
    Image: text,
    ImageID: text,
    State: stateSchema,
    Status: text,
    Created: z.number(),
    Labels: labels,
    Mounts: mounts,
    NetworkSettings: networkSettings,
    Ports: listOf(z.object({ PublicPort: count.optional() })),
  }),
);

export const containerSchema = z.object({
  Id: idSchema,
  Name: text,
  Created: text,
  Image: text,
  State: z.object({
    Status: stateSchema,
    StartedAt: text,
    FinishedAt: text,
    ExitCode: z.number().int(),
    OOMKilled: z.boolean().optional(),
  }),
  Config: z.object({ Labels: labels, Env: words, User: text.nullish(), Tty: z.boolean().optional() }),
  Mounts: mounts,
  NetworkSettings: networkSettings,
  HostConfig: z.object({
    NanoCpus: z.number().nullish(),
    CpuQuota: z.number().nullish(),
    CpuPeriod: z.number().nullish(),
    Memory: z.number().nullish(),
    PidsLimit: z.number().nullish(),
    CapDrop: words,
    CapAdd: words,
    SecurityOpt: words,
    Privileged: z.boolean().nullish(),
    ReadonlyRootfs: z.boolean().nullish(),
    NetworkMode: text.nullish(),
    AutoRemove: z.boolean().nullish(),
    RestartPolicy: z.object({ Name: text.nullish() }).nullish(),
    PortBindings: z.record(text, listOf(z.object({ HostPort: text.nullish() }))).nullish(),
  }),
});

export const volumeSchema = z.object({ Name: text.min(1), Driver: text, CreatedAt: text.optional(), Labels: labels });
export const volumeListSchema = z.object({ Volumes: listOf(volumeSchema) });

export const imageListSchema = z.array(z.object({ Id: imageIdSchema, RepoTags: words, RepoDigests: words, Created: z.number().int(), Size: count, Labels: labels }));

export const imageSchema = z.object({
  Id: imageIdSchema,
  RepoTags: words,
  RepoDigests: words,
  Created: text.nullish(),
  Size: count,
  Config: z.object({ Labels: labels, Entrypoint: words, Cmd: words }).nullish(),
});

export const networkSchema = z.object({
  Id: idSchema,
  Name: text,
  Created: text.nullish(),
  Driver: text,
  Internal: z.boolean().nullish(),
  Labels: labels,
  IPAM: z.object({ Config: listOf(z.object({ Subnet: text.nullish() })) }).nullish(),
  Containers: z.record(text, z.object({ Name: text.nullish() })).nullish(),
});
export const networkListSchema = z.array(networkSchema);
export const changeListSchema = listOf(z.object({ Path: text, Kind: z.literal([0, 1, 2]) }));
export const createdSchema = z.object({ Id: idSchema });
export const createdExecSchema = z.object({ Id: text.min(1) });
export const execSchema = z.object({ Running: z.boolean(), ExitCode: z.number().int().nullish() });

export const eventSchema = z.object({
  Type: text,
  Action: text,
  Actor: z.object({ ID: text }),
});

const cpuStatsSchema = z.object({
  cpu_usage: z.object({ total_usage: z.number(), percpu_usage: listOf(z.number()) }),
  system_cpu_usage: z.number().nullish(),
  online_cpus: z.number().nullish(),
});

/** One line of a container's statistics. Of one that does not run, numbers are missing or 0. */
export const statsSchema = z.object({
  read: text,
  cpu_stats: cpuStatsSchema,
  precpu_stats: cpuStatsSchema.nullish(),
  memory_stats: z.object({ usage: z.number().nullish(), stats: z.record(text, z.number()).nullish() }).nullish(),
});

/** One line of a build: only what is read. */
export const buildLineSchema = z.object({
  stream: text.optional(),
  status: text.optional(),
  error: text.optional(),
  aux: z.object({ ID: text.optional() }).optional(),
});

/** One line of a pull. A layer's line carries its short id; the last lines carry the digest, and whether anything was new. */
export const pullLineSchema = z.object({
  id: text.optional(),
  status: text.optional(),
  error: text.optional(),
  progressDetail: z.object({ current: z.number().optional(), total: z.number().optional() }).nullish(),
});

export type PullLine = z.infer<typeof pullLineSchema>;
export type DockerStats = z.infer<typeof statsSchema>;
export type DockerInfo = z.infer<typeof infoSchema>;
export type DockerContainer = z.infer<typeof containerSchema>;
export type DockerContainerRow = z.infer<typeof containerListSchema>[number];
export type DockerNetwork = z.infer<typeof networkSchema>;
export type DockerVolume = z.infer<typeof volumeSchema>;
export type DockerChange = z.infer<typeof changeListSchema>[number];
export type DockerImage = z.infer<typeof imageSchema>;
export type DockerImageRow = z.infer<typeof imageListSchema>[number];
export type DockerState = z.infer<typeof stateSchema>;
