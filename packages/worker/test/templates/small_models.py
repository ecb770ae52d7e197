"""A ComfyUI extension that registers small variants of the architectures that ComfyUI knows in one size only.

ComfyUI derives most dimensions from a model file. Those of SDXL, Z-Image and the two language models are fixed, and
with them random weights would need 40 GB and hours on a processor. Everything else is ComfyUI's own code.
"""

from dataclasses import dataclass, field

from comfy import sdxl_clip, supported_models, supported_models_base
from comfy.text_encoders import llama

CLIP = {"hidden_size": 64, "intermediate_size": 256, "num_attention_heads": 2, "num_hidden_layers": 3}


class SmallClip(sdxl_clip.SDXLClipModel):
    def __init__(self, device="cpu", dtype=None, model_options={}):
        options = {**model_options, "clip_l_model_config": CLIP, "clip_g_model_config": CLIP}
        super().__init__(device=device, dtype=dtype, model_options=options)


class SmallSDXL(supported_models.SDXL):
    unet_config = {
        **supported_models.SDXL.unet_config,
        "model_channels": 32,
        "transformer_depth": [0, 0, 1, 1, 1, 1],
        "context_dim": 128,
        "adm_in_channels": 1600,
    }

    def clip_target(self, state_dict={}):
        return supported_models_base.ClipTarget(sdxl_clip.SDXLTokenizer, SmallClip)


class SmallZImage(supported_models.ZImage):
    unet_config = {**supported_models.ZImage.unet_config, "dim": 256}
    unet_extra_config = {
        "n_heads": 2,
        "n_kv_heads": 2,
        "axes_dims": [32, 48, 48],
        "axes_lens": [1536, 512, 512],
        "rope_theta": 256.0,
        "ffn_dim_multiplier": 8.0 / 3.0,
        "z_image_modulation": True,
        "time_scale": 1000.0,
        "pad_tokens_multiple": 32,
    }


@dataclass
class SmallQwen(llama.Qwen3_4BConfig):
    intermediate_size: int = 64
    num_hidden_layers: int = 3
    num_attention_heads: int = 2
    num_key_value_heads: int = 1
    head_dim: int = 32


@dataclass
class SmallGemma(llama.Gemma3_12B_Config):
    vocab_size: int = 512
    hidden_size: int = 64
    intermediate_size: int = 128
    num_attention_heads: int = 2
    num_key_value_heads: int = 1
    head_dim: int = 32
    # Reads images, which no template does.
    vision_config: dict = field(default_factory=lambda: {**llama.GEMMA3_VISION_CONFIG, "num_hidden_layers": 0})


supported_models.models[:0] = [SmallSDXL, SmallZImage]
llama.Qwen3_4BConfig = SmallQwen
llama.Gemma3_12B_Config = SmallGemma


class KinoraSmallModels:
    """Tells a client over /object_info that the extension is loaded."""

    RETURN_TYPES = ()
    FUNCTION = "run"
    CATEGORY = "kinora"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}

    def run(self):
        return ()


NODE_CLASS_MAPPINGS = {"KinoraSmallModels": KinoraSmallModels}
