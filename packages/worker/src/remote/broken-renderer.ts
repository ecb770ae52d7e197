/**
 * Errors of a graphics card after which its process fails whatever it is given until it is restarted. To be out of memory is
 * none of them, and neither is a computation that the card does not support.
 */
const BROKEN =
  /(CUDA|HIP) error(?!: out of memory)|cudaError|hipError|CUDA driver error|device-side assert|illegal memory access|misaligned address|unspecified launch failure|uncorrectable ECC|(CUDNN|CUBLAS|MIOPEN|ROCBLAS)_?STATUS_(INTERNAL_ERROR|EXECUTION_FAILED|MAPPING_ERROR|NOT_INITIALIZED|UNKNOWN_?ERROR)|GPU (is lost|has fallen off the bus)|no (CUDA|HIP) GPUs are available/i;
const OUT_OF_MEMORY = /out ?of ?memory/i;

/** Whether an error of a renderer says that its graphics card fails until it is restarted. */
export function isBroken(error: string): boolean {
  return BROKEN.test(error) && !OUT_OF_MEMORY.test(error);
}
