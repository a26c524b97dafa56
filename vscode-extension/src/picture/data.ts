/** Puts together what the picture shows of a report and a matrix. No vscode here. */
import type { Matrix, ReportParams } from "../protocol";
import { stemOf } from "../problem";
import { short } from "../text";
import type { PictureData, Program } from "./messages";

export function pictureOf({ folder, report, state }: ReportParams, matrix: Matrix): PictureData {
  const programs = matrix.candidates.map(({ file }): Program => {
    const found = report?.candidates.find((candidate) => candidate.file === file);
    const alpha = found?.alpha ?? null;
    const [low, high] = found?.alphaInterval ?? [null, null];
    const interval: [number, number] | null = low === null || high === null ? null : [low, high];
    return {
      file,
      trusted: report?.decision.trusted === file,
      message: found?.message ?? "",
      alpha,
      interval,
      alphaText:
        alpha === null
          ? ""
          : short(alpha) + (interval === null ? "" : ` (${short(interval[0])}–${short(interval[1])})`),
    };
  });
  return {
    problem: report?.problem ?? stemOf(folder),
    folder,
    state: state === "running" || state === "stale" ? state : matrix.state,
    matrix,
    programs,
  };
}
